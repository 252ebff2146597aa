//! Allow-list for outgoing requests by host and by IP address.

use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Hosts and addresses to which requests may be sent.
///
/// An entry is a host name, an address, or a network (`10.1.0.0/16`). [`GuardedResolver`] checks addresses: a host name must resolve
/// to a public address, unless that address or its network is listed as well, so a name alone never gives access to the internal
/// network. The resolver does not check host names; callers that restrict them use [`has_host`](AllowList::has_host).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AllowList {
    hosts: Vec<String>,
    networks: Vec<Network>,
}

/// Invalid entry of an allow-list.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a host, address or network such as engine.example.org, 127.0.0.1 or 10.1.0.0/16")]
pub struct ParseAllowError(String);

/// Parses a comma-separated list.
impl FromStr for AllowList {
    type Err = ParseAllowError;

    fn from_str(text: &str) -> Result<AllowList, ParseAllowError> {
        let mut list = AllowList::default();
        for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            list.add(entry).ok_or_else(|| ParseAllowError(ringrift::excerpt(entry)))?;
        }
        Ok(list)
    }
}

impl AllowList {
    fn add(&mut self, entry: &str) -> Option<()> {
        let bare = entry.trim_start_matches('[').trim_end_matches(']');
        if let Some(network) = Network::parse(bare) {
            self.networks.push(network);
            return Some(());
        }
        let is_name = entry.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
        is_name.then(|| self.hosts.push(entry.to_ascii_lowercase()))
    }

    /// Adds the host of a URL. If the host is an address or `localhost`, its address is added as well.
    #[must_use]
    pub fn with_host_of(mut self, url: &str) -> AllowList {
        let uri: Option<Uri> = url.parse().ok();
        let entries: &[&str] = match uri.as_ref().and_then(Uri::host) {
            Some("localhost") => &["localhost", "127.0.0.0/8", "::1"],
            Some(host) => &[host],
            None => &[],
        };
        for entry in entries {
            // An invalid host stays unlisted.
            let _ = self.add(entry);
        }
        self
    }

    /// Reports whether the host of a URL is listed.
    pub fn has_host(&self, host: &str) -> bool {
        match host.trim_start_matches('[').trim_end_matches(']').parse() {
            Ok(address) => self.lists_address(address),
            Err(_) => self.hosts.iter().any(|listed| host.eq_ignore_ascii_case(listed)),
        }
    }

    /// Reports whether requests may be sent to an address.
    pub fn permits(&self, address: IpAddr) -> bool {
        is_public(address) || self.lists_address(address)
    }

    fn lists_address(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(address))
    }
}

/// An IP network: an address and a prefix length.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

impl Network {
    /// Parses `10.0.0.1` or `10.0.0.0/8`.
    pub fn parse(text: &str) -> Option<Network> {
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let address: IpAddr = address.parse().ok()?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Some(most), |prefix| prefix.parse().ok())?;
        (prefix <= most).then_some(Network { address, prefix })
    }

    /// Reports whether an address is in the network. IPv4-mapped IPv6 addresses count as IPv4.
    pub fn contains(self, address: IpAddr) -> bool {
        let same = |a: u128, b: u128, width: u8| self.prefix == 0 || (a ^ b) >> (width - self.prefix) == 0;
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(a), IpAddr::V4(b)) => same(a.to_bits().into(), b.to_bits().into(), 32),
            (IpAddr::V6(a), IpAddr::V6(b)) => same(a.to_bits(), b.to_bits(), 128),
            _ => false,
        }
    }
}

/// Reports whether an address is known to be globally routable.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let special = matches!(
        address.octets(),
        [0 | 240..=255, ..] | [100, 64..=127, ..] | [192, 0, 0, _] | [192, 88, 99, _] | [198, 18 | 19, ..]
    );
    !(special
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

/// Accepts 2000::/3 except for documentation ranges and ranges that embed IPv4 addresses.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        [0x2001, 0..=0x01ff, ..] | [0x2001, 0x0db8, ..] | [0x2002, ..] | [0x3fff, 0..=0x0fff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

/// Resolver that drops addresses which are not allowed. The connection uses the checked addresses, so the name cannot resolve
/// differently between check and connection.
#[derive(Clone, Debug)]
pub struct GuardedResolver {
    pub allow: AllowList,
}

/// No address of the host is allowed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the host resolves to addresses that are neither public nor listed")]
struct AddressNotAllowed;

impl Resolver for GuardedResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let mut allowed = self.empty();
        for address in found.iter().filter(|address| self.allow.permits(address.ip())) {
            allowed.push(*address);
        }
        if allowed.is_empty() { Err(ureq::Error::Other(AddressNotAllowed.into())) } else { Ok(allowed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_contain_their_addresses() {
        for (network, address, expected) in [
            ("10.0.0.0/8", "10.9.8.7", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("192.168.1.1", "192.168.1.1", true),
            ("192.168.1.1", "192.168.1.2", false),
            ("0.0.0.0/0", "1.2.3.4", true),
            ("::1", "::1", true),
            ("fd00::/8", "fd12::1", true),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
            ("10.0.0.0/8", "::1", false),
        ] {
            let network = Network::parse(network).expect("the network is valid");
            assert_eq!(
                network.contains(address.parse().expect("the address is valid")),
                expected,
                "{network:?} {address}"
            );
        }
        for text in ["", "10.0.0.0/33", "10.0.0/8", "x/8", "::/129", "10.0.0.1/"] {
            assert_eq!(Network::parse(text), None, "{text}");
        }
    }

    #[test]
    fn special_addresses_are_not_public() {
        for text in ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "2a00::1", "::ffff:8.8.8.8", "172.32.0.1"] {
            assert!(is_public(text.parse().expect(text)), "{text}");
        }
        for text in [
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "198.18.0.1",
            "192.0.0.8",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "::127.0.0.1",
        ] {
            assert!(!is_public(text.parse().expect(text)), "{text}");
        }
    }

    #[test]
    fn names_give_no_access_to_private_addresses() {
        let list: AllowList = "engine.example.org, 10.1.0.0/16,[::1], 127.0.0.1".parse().expect("the list is valid");
        assert!(list.has_host("Engine.Example.org") && list.has_host("127.0.0.1") && list.has_host("[::1]"));
        assert!(!list.has_host("example.org") && !list.has_host("localhost") && !list.has_host("127.0.0.2"));
        assert!(list.has_host("10.1.2.3") && list.permits("10.1.255.255".parse().expect("the address is valid")));
        for private in ["10.2.0.0", "127.0.0.2", "192.168.0.1", "fe80::1"] {
            assert!(!list.permits(private.parse().expect(private)), "{private}");
        }
        assert!(list.permits("9.9.9.9".parse().expect("the address is valid")));
        assert!(list.permits("::ffff:127.0.0.1".parse().expect("the address is valid")));
        assert!(
            "0.0.0.0/0"
                .parse::<AllowList>()
                .expect("the network is valid")
                .permits("127.0.0.1".parse().expect("the address is valid"))
        );
    }

    #[test]
    fn hosts_given_as_addresses_are_allowed() {
        let list = AllowList::default();
        let local = list.clone().with_host_of("http://localhost:8000/act");
        assert!(local.has_host("localhost") && local.permits("127.0.0.1".parse().expect("the address is valid")));
        let closed = list.clone().with_host_of("http://10.0.0.7:8000");
        assert!(closed.permits("10.0.0.7".parse().expect("the address is valid")));
        assert!(!closed.permits("10.0.0.8".parse().expect("the address is valid")));
        let named = list.with_host_of("http://engine.example.org");
        assert!(
            named.has_host("engine.example.org") && !named.permits("10.0.0.7".parse().expect("the address is valid"))
        );
    }

    #[test]
    fn rejects_invalid_entries() {
        for text in ["http://a", "10.0.0.0/33", "a b", "10.0.0/8", "a/8", "::/129"] {
            assert!(text.parse::<AllowList>().is_err(), "{text}");
        }
        assert_eq!("".parse(), Ok(AllowList::default()));
    }
}
