//! Bans of devices and networks.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use ringrift::excerpt;

use crate::store::{BanKind, BanRow};
use crate::time::{Moment, rfc3339};

/// Number of bits that a banned IPv6 network can have at most, because one customer usually gets a whole /64 network.
const V6_UNIT: u8 = 64;

/// Network that can be banned.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct BannedNetwork {
    /// First address of the network.
    address: IpAddr,
    /// Number of leading bits that all addresses of the network have in common.
    prefix: u8,
}

/// Why a text is not a network that can be banned.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseNetworkError {
    #[error("{} is not an address or a network; write for example 203.0.113.7, 203.0.113.0/24 or 2001:db8:1:2::/64", excerpt(.0))]
    Malformed(String),
    #[error("{text} is not a valid prefix length; it is 0 to {most}", text = excerpt(.0), most = .1)]
    Prefix(String, u8),
    #[error(
        "an IPv6 network smaller than /64 cannot be banned, because one customer usually has a whole /64; write {0}"
    )]
    TooSmall(BannedNetwork),
    #[error("{text} is not the first address of its network; write {network}", text = excerpt(.0), network = .1)]
    NotFirst(String, BannedNetwork),
}

impl FromStr for BannedNetwork {
    type Err = ParseNetworkError;

    fn from_str(text: &str) -> Result<BannedNetwork, ParseNetworkError> {
        let malformed = || ParseNetworkError::Malformed(text.to_owned());
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let written: IpAddr = address.parse().map_err(|_| malformed())?;
        let address = written.to_canonical();
        let Some(prefix) = prefix else {
            return Ok(BannedNetwork::of_client(address));
        };
        let most = if written.is_ipv4() { 32 } else { 128 };
        let bad_prefix = || ParseNetworkError::Prefix(prefix.to_owned(), most);
        let is_number = !prefix.is_empty() && prefix.bytes().all(|byte| byte.is_ascii_digit());
        let bits: u8 = prefix.parse().ok().filter(|&bits| is_number && bits <= most).ok_or_else(bad_prefix)?;
        // An IPv4 address in IPv6 form has 96 bits before it.
        let (address, bits) = match (written, address) {
            (IpAddr::V6(_), IpAddr::V4(_)) if bits >= 96 => (address, bits - 96),
            _ => (written, bits),
        };
        if address.is_ipv6() && bits > V6_UNIT {
            return Err(ParseNetworkError::TooSmall(BannedNetwork::masked(address, V6_UNIT)));
        }
        let network = BannedNetwork::masked(address, bits);
        if network.address == address {
            Ok(network)
        } else {
            Err(ParseNetworkError::NotFirst(text.to_owned(), network))
        }
    }
}

impl BannedNetwork {
    /// Returns the network of a client: an IPv4 address, or the /64 network of an IPv6 address.
    pub fn of_client(address: IpAddr) -> BannedNetwork {
        let address = address.to_canonical();
        BannedNetwork::masked(address, if address.is_ipv4() { 32 } else { V6_UNIT })
    }

    /// Returns the network of this size that contains an address.
    fn masked(address: IpAddr, prefix: u8) -> BannedNetwork {
        let address = match address {
            IpAddr::V4(v4) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(prefix)).unwrap_or(0);
                IpAddr::V4((v4.to_bits() & mask).into())
            }
            IpAddr::V6(v6) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(prefix)).unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & mask))
            }
        };
        BannedNetwork { address, prefix }
    }

    fn contains(self, address: IpAddr) -> bool {
        address.is_ipv4() == self.address.is_ipv4() && BannedNetwork::masked(address, self.prefix) == self
    }

    /// Returns the reason why a ban of this network is probably a mistake.
    pub fn danger(self) -> Option<String> {
        let loopback = [IpAddr::from([127, 0, 0, 1]), IpAddr::V6(Ipv6Addr::LOCALHOST)];
        let (least, many) = if self.address.is_ipv4() { (8, "IPv4") } else { (16, "IPv6") };
        if self.prefix == 0 {
            Some(format!("{self} is every {many} address"))
        } else if self.address.is_loopback() || loopback.into_iter().any(|address| self.contains(address)) {
            Some(format!(
                "{self} is this machine itself; if visitors seem to come from it, the server is behind a proxy that is \
                 missing in trusted_proxies"
            ))
        } else if self.prefix < least {
            Some(format!("{self} is a large part of all {many} addresses"))
        } else {
            None
        }
    }
}

impl fmt::Display for BannedNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.address, self.prefix) {
            (IpAddr::V4(address), 32) => address.fmt(f),
            (address, prefix) => write!(f, "{address}/{prefix}"),
        }
    }
}

/// Ban of a guest, a device or a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    pub reason: String,
    /// End of the ban; `None` if it has none.
    pub until: Option<Moment>,
}

impl Ban {
    pub(crate) fn is_active(&self, now: Moment) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    /// Returns the message for a person; `whom` is for example `you` or `your network`.
    pub(crate) fn message(&self, whom: &str) -> String {
        let until = self.until.map_or(String::new(), |until| format!(" until {}", rfc3339(until)));
        format!("the operator has banned {whom}{until}: {}", self.reason)
    }
}

/// All bans of devices and networks.
#[derive(Clone, Debug, Default)]
pub(crate) struct BanList {
    devices: HashMap<String, Ban>,
    networks: HashMap<BannedNetwork, Ban>,
    /// Prefix lengths of the networks.
    prefixes: BTreeSet<u8>,
}

impl BanList {
    pub(crate) fn new(rows: Vec<BanRow>) -> BanList {
        let mut list = BanList::default();
        for BanRow { id, kind, value, reason, until, .. } in rows {
            let ban = Ban { reason, until };
            match kind {
                BanKind::Device => keep_longest(&mut list.devices, value, ban),
                BanKind::Network => match value.parse::<BannedNetwork>() {
                    Ok(network) => {
                        list.prefixes.insert(network.prefix);
                        keep_longest(&mut list.networks, network, ban);
                    }
                    Err(error) => tracing::error!(ban = id, %error, "a ban is damaged and ignored"),
                },
            }
        }
        list
    }

    pub(crate) fn of_device(&self, device: &str, now: Moment) -> Option<&Ban> {
        self.devices.get(device).filter(|ban| ban.is_active(now))
    }

    /// Returns a ban of the networks that contain an address.
    pub(crate) fn of_address(&self, address: IpAddr, now: Moment) -> Option<&Ban> {
        let address = address.to_canonical();
        let width = if address.is_ipv4() { 32 } else { V6_UNIT };
        let networks = self.prefixes.range(..=width).map(|&prefix| BannedNetwork::masked(address, prefix));
        networks.filter_map(|network| self.networks.get(&network)).find(|ban| ban.is_active(now))
    }
}

/// Adds a ban, unless the same device or network has one that ends later.
fn keep_longest<K: Eq + Hash>(bans: &mut HashMap<K, Ban>, key: K, ban: Ban) {
    let ends_later = |known: &Ban| known.until.is_none_or(|known| ban.until.is_some_and(|until| until <= known));
    if !bans.get(&key).is_some_and(ends_later) {
        bans.insert(key, ban);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, until: Option<i64>) -> BanRow {
        let (kind, value, reason) = (BanKind::Network, "203.0.113.7".to_owned(), id.to_owned());
        BanRow { id: id.to_owned(), kind, value, reason, guest: None, created: Moment(0), until: until.map(Moment) }
    }

    #[test]
    fn longest_ban_of_a_network_counts() {
        let address = IpAddr::from([203, 0, 113, 7]);
        let reason =
            |rows: &[BanRow]| BanList::new(rows.to_vec()).of_address(address, Moment(5)).map(|ban| ban.reason.clone());
        let (short, long, forever) = (row("short", Some(10)), row("long", Some(20)), row("forever", None));
        for rows in [[short.clone(), long.clone()], [long.clone(), short.clone()]] {
            assert_eq!(reason(&rows).as_deref(), Some("long"));
        }
        for rows in [[short.clone(), forever.clone()], [forever, short]] {
            assert_eq!(reason(&rows).as_deref(), Some("forever"));
        }
    }

    fn network(text: &str) -> String {
        match text.parse::<BannedNetwork>() {
            Ok(network) => network.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn networks_are_read() {
        for (text, expected) in [
            ("203.0.113.7", "203.0.113.7"),
            ("203.0.113.7/32", "203.0.113.7"),
            ("203.0.113.0/24", "203.0.113.0/24"),
            ("0.0.0.0/0", "0.0.0.0/0"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8::/32", "2001:db8::/32"),
            ("::/0", "::/0"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.0/120", "203.0.113.0/24"),
        ] {
            assert_eq!(network(text), expected, "{text}");
        }
    }

    #[test]
    fn malformed_networks_are_explained() {
        for (text, problem) in [
            ("", "is not an address or a network"),
            ("example.org", "is not an address or a network"),
            ("203.0.113", "is not an address or a network"),
            ("203.0.113.7/", "is not a valid prefix length"),
            ("203.0.113.7/33", "is 0 to 32"),
            ("203.0.113.7/+8", "is not a valid prefix length"),
            ("203.0.113.7/999", "is 0 to 32"),
            ("2001:db8::/129", "is 0 to 128"),
            ("2001:db8:1:2:3::/80", "write 2001:db8:1:2::/64"),
            ("203.0.113.7/24", "write 203.0.113.0/24"),
            ("2001:db8::1/48", "write 2001:db8::/48"),
        ] {
            assert!(network(text).contains(problem), "{text}: {}", network(text));
        }
    }

    #[test]
    fn loopback_and_very_large_networks_are_dangerous() {
        let danger = |text: &str| text.parse::<BannedNetwork>().expect("the network is valid").danger();
        for text in
            ["0.0.0.0/0", "::/0", "127.0.0.1", "127.1.2.3", "127.0.0.0/8", "::1", "::/16", "64.0.0.0/2", "2000::/3"]
        {
            assert!(danger(text).is_some(), "{text}");
        }
        for text in ["203.0.113.7", "10.0.0.0/8", "192.168.0.0/16", "2001:db8::/32"] {
            assert_eq!(danger(text), None, "{text}");
        }
    }

    #[test]
    fn bans_apply_to_all_addresses_of_a_network_until_they_end() {
        let row = |value: &str, kind, until| BanRow {
            id: "a".to_owned(),
            kind,
            value: value.to_owned(),
            reason: "spam".to_owned(),
            guest: None,
            created: Moment(0),
            until,
        };
        let list = BanList::new(vec![
            row("203.0.113.0/24", BanKind::Network, None),
            row("2001:db8:1:2::/64", BanKind::Network, Some(Moment(10))),
            row("nonsense", BanKind::Network, None),
            row("device", BanKind::Device, Some(Moment(10))),
        ]);
        let is_banned =
            |address: &str, now| list.of_address(address.parse().expect("the address is valid"), Moment(now)).is_some();
        assert!(is_banned("203.0.113.9", 0) && is_banned("::ffff:203.0.113.9", 0) && !is_banned("203.0.114.9", 0));
        assert!(is_banned("2001:db8:1:2:3::4", 9) && !is_banned("2001:db8:1:2:3::4", 10));
        assert!(!is_banned("2001:db8:1:3::4", 9));
        assert!(list.of_device("device", Moment(9)).is_some() && list.of_device("device", Moment(10)).is_none());
        assert!(list.of_device("another", Moment(9)).is_none());
    }
}
