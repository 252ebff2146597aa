//! Where requests may go: hosts that the operator names, at addresses that are public or that he names too.

use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// The hosts and addresses that requests may go to.
///
/// An entry is a host name, an address, or a network (`10.1.0.0/16`). A host must be listed to be asked at all. Where its
/// name leads must be a public address, unless that address or its network is listed as well: a name alone never opens
/// the way to machines within.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AllowList {
    hosts: Vec<String>,
    networks: Vec<Network>,
}

/// An entry of an allow-list that is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no host, address or network such as engine.example.org, 127.0.0.1 or 10.1.0.0/16")]
pub struct ParseAllowError(String);

/// Reads entries with commas between them.
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

    /// The same, with the host of an address listed too, and where it leads, if it says so itself: by being an address,
    /// or by being `localhost`.
    #[must_use]
    pub fn with_host_of(mut self, url: &str) -> AllowList {
        let uri: Option<Uri> = url.parse().ok();
        let entries: &[&str] = match uri.as_ref().and_then(Uri::host) {
            Some("localhost") => &["localhost", "127.0.0.0/8", "::1"],
            Some(host) => &[host],
            None => &[],
        };
        for entry in entries {
            // What is no entry opens nothing.
            let _ = self.add(entry);
        }
        self
    }

    /// Whether a host, as it stands in an address, is listed.
    pub fn has_host(&self, host: &str) -> bool {
        match host.trim_start_matches('[').trim_end_matches(']').parse() {
            Ok(address) => self.names(address),
            Err(_) => self.hosts.iter().any(|listed| host.eq_ignore_ascii_case(listed)),
        }
    }

    /// Whether requests may go to an address.
    pub fn permits(&self, address: IpAddr) -> bool {
        is_public(address) || self.names(address)
    }

    fn names(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(address))
    }
}

/// Addresses that begin alike.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Reads `10.0.0.1` or `10.0.0.0/8`.
    pub fn parse(text: &str) -> Option<Network> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().ok()?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Some(most), |bits| bits.parse().ok())?;
        (bits <= most).then_some(Network { address, bits })
    }

    /// Whether an address belongs to it.
    pub fn contains(self, address: IpAddr) -> bool {
        let same = |a: u128, b: u128, width: u8| self.bits == 0 || (a ^ b) >> (width - self.bits) == 0;
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(a), IpAddr::V4(b)) => same(a.to_bits().into(), b.to_bits().into(), 32),
            (IpAddr::V6(a), IpAddr::V6(b)) => same(a.to_bits(), b.to_bits(), 128),
            _ => false,
        }
    }
}

/// Whether an address belongs to the open internet. What is not known to, does not.
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

/// Only 2000::/3 is given out, without documentation, and without the ranges that wrap addresses of version 4.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        [0x2001, 0..=0x01ff, ..] | [0x2001, 0x0db8, ..] | [0x2002, ..] | [0x3fff, 0..=0x0fff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

/// Looks names up as usual, and forgets every address that requests may not go to. Since what it gives is what is connected
/// to, a name cannot lead elsewhere between the check and the connection.
#[derive(Clone, Debug)]
pub struct GuardedResolver {
    /// Where requests may go.
    pub allow: AllowList,
}

/// Every address of a host is closed to requests.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the host leads to addresses that are not public and not allowed by name")]
struct ClosedAddress;

impl Resolver for GuardedResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let mut open = self.empty();
        for address in found.iter().filter(|address| self.allow.permits(address.ip())) {
            open.push(*address);
        }
        if open.is_empty() { Err(ureq::Error::Other(ClosedAddress.into())) } else { Ok(open) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_read_and_contain_their_addresses() {
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
            let network = Network::parse(network).expect("a network");
            assert_eq!(network.contains(address.parse().expect("an address")), expected, "{network:?} {address}");
        }
        for text in ["", "10.0.0.0/33", "10.0.0/8", "x/8", "::/129", "10.0.0.1/"] {
            assert_eq!(Network::parse(text), None, "{text}");
        }
    }

    #[test]
    fn only_open_addresses_are_public() {
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
    fn names_do_not_open_the_way_to_closed_addresses() {
        let list: AllowList = "engine.example.org, 10.1.0.0/16,[::1], 127.0.0.1".parse().expect("a list");
        assert!(list.has_host("Engine.Example.org") && list.has_host("127.0.0.1") && list.has_host("[::1]"));
        assert!(!list.has_host("example.org") && !list.has_host("localhost") && !list.has_host("127.0.0.2"));
        assert!(list.has_host("10.1.2.3") && list.permits("10.1.255.255".parse().expect("an address")));
        for closed in ["10.2.0.0", "127.0.0.2", "192.168.0.1", "fe80::1"] {
            assert!(!list.permits(closed.parse().expect(closed)), "{closed}");
        }
        assert!(list.permits("9.9.9.9".parse().expect("an address")));
        assert!(list.permits("::ffff:127.0.0.1".parse().expect("an address")));
        assert!("0.0.0.0/0".parse::<AllowList>().expect("all").permits("127.0.0.1".parse().expect("an address")));
    }

    #[test]
    fn who_names_an_address_means_it() {
        let list = AllowList::default();
        let local = list.clone().with_host_of("http://localhost:8000/act");
        assert!(local.has_host("localhost") && local.permits("127.0.0.1".parse().expect("an address")));
        let closed = list.clone().with_host_of("http://10.0.0.7:8000");
        assert!(closed.permits("10.0.0.7".parse().expect("an address")));
        assert!(!closed.permits("10.0.0.8".parse().expect("an address")));
        let named = list.with_host_of("http://engine.example.org");
        assert!(named.has_host("engine.example.org") && !named.permits("10.0.0.7".parse().expect("an address")));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["http://a", "10.0.0.0/33", "a b", "10.0.0/8", "a/8", "::/129"] {
            assert!(text.parse::<AllowList>().is_err(), "{text}");
        }
        assert_eq!("".parse(), Ok(AllowList::default()));
    }
}
