//! Mutations of requests.

use serde_json::Value;

use super::client::Client;
use super::http::{Framing, Request};
use super::json_mutations::{damage, mutate, odd_value, write};
use super::openapi::Operation;
use super::schema::sample;

/// Size of a request in bytes above which the server may close the connection before it has received all of it.
const LONG_REQUEST: usize = 8_000;

/// Changes a valid request in one to three ways.
pub(super) fn mutated(client: &mut Client<'_>, operation: &Operation, mut request: Request) -> Request {
    for _ in 0..=client.rng.below(3) {
        match client.rng.below(10) {
            0..4 if request.body.is_some() => mutate_body(client, operation, &mut request),
            0..3 => mutate_query(client, operation, &mut request),
            3 | 4 => mutate_query(client, operation, &mut request),
            5 => mutate_path(client, &mut request),
            6 => mutate_identity(client, &mut request),
            7 => mutate_headers(client, &mut request),
            8 => mutate_framing(client, &mut request),
            _ => mutate_method(client, &mut request),
        }
    }
    request.may_be_dropped |= Client::is_irregular(request.framing) && request.body.is_some();
    request.may_be_dropped |= request.body.is_some() && request.bytes().len() > LONG_REQUEST;
    request
}

fn mutate_body(client: &mut Client<'_>, operation: &Operation, request: &mut Request) {
    let Some(body) = request.body.take() else { return };
    let (document, words, rng) = (&client.target.description.document, &client.words, &mut client.rng);
    let value: Option<Value> = serde_json::from_slice(&body).ok();
    let changed = match (value, rng.below(8), &operation.body) {
        (Some(mut value), 0..3, _) => {
            mutate(&mut value, words, rng);
            write(&value, rng)
        }
        (_, 3, Some(schema)) => sample(document, schema, words, rng, 0).to_string().into(),
        (Some(Value::Object(mut fields)), 4, Some(schema)) => {
            if let Value::Object(more) = sample(document, schema, words, rng, 0) {
                for (name, field) in more {
                    fields.entry(name).or_insert(field);
                }
            }
            Value::Object(fields).to_string().into()
        }
        (_, 5, _) => write(&odd_value(words, rng), rng),
        (_, 6, _) if rng.below(20) == 0 => vec![b' '; rng.pick(&[300_000, 2_000_000]).unwrap_or(1)],
        _ => damage(body, rng),
    };
    request.body = Some(changed);
}

fn mutate_query(client: &mut Client<'_>, operation: &Operation, request: &mut Request) {
    let rng = &mut client.rng;
    let values = [
        "",
        "0",
        "1",
        "-1",
        "true",
        "1e9",
        "99999999999999999999",
        "%00",
        "%ff",
        "%",
        "%zz",
        "a%20b",
        "null",
        "NaN",
        "+",
        "18446744073709551615",
        "4294967296",
        "light",
        "json",
        "over",
        "%F0%9F%92%A9",
        "'\"<>",
        "a=b=c",
    ];
    let names: Vec<&str> = operation.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let name = match rng.below(4) {
        0 => rng.pick(&["x", "", "since", "%00", "__proto__", "a[]"]),
        _ => rng.pick(&names),
    };
    let mut value = match operation.parameters.iter().find(|parameter| Some(parameter.name.as_str()) == name) {
        Some(parameter) if rng.below(2) == 0 => {
            let value = sample(&client.target.description.document, &parameter.schema, &client.words, rng, 0);
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            text.bytes().map(|byte| format!("%{byte:02x}")).collect()
        }
        _ => rng.pick(&values).unwrap_or_default().to_owned(),
    };
    if rng.below(30) == 0 {
        value = "9".repeat(rng.pick(&[1_000, 20_000, 70_000]).unwrap_or(1));
        // The parser of HTTP limits the length of the first line.
        request.may_be_dropped |= value.len() > 50_000;
    }
    // A quotation mark or an angle bracket is not allowed in a target, but commonly accepted.
    request.may_be_dropped |= value.contains(['"', '<', '>']);
    let separator = if request.target.contains(&b'?') { b"&" } else { b"?" };
    let pair = format!("{}={value}", name.unwrap_or("x"));
    request.target = match rng.below(4) {
        0 => {
            let end = request.target.iter().position(|&byte| byte == b'?').unwrap_or(request.target.len());
            [&request.target[..end], b"?", pair.as_bytes()].concat()
        }
        _ => [&request.target[..], separator, pair.as_bytes()].concat(),
    };
}

/// Replaces a segment of the path, most often the id of a game by that of other guests.
fn mutate_path(client: &mut Client<'_>, request: &mut Request) {
    let foreign: Vec<String> = client.foreign.iter().map(|game| game.id.clone()).collect();
    let own: Vec<String> = client.games.iter().map(|game| game.id.clone()).collect();
    let rng = &mut client.rng;
    let text = String::from_utf8_lossy(&request.target).into_owned();
    let (path, query) = text.split_once('?').map_or((text.as_str(), None), |(path, query)| (path, Some(query)));
    let mut segments: Vec<String> = path.split('/').map(str::to_owned).collect();
    let games = segments.iter().position(|segment| segment == "games").map(|at| at + 1);
    let at = games.filter(|&at| at < segments.len()).unwrap_or_else(|| segments.len() - 1);
    let replacement = match rng.below(6) {
        0..3 => rng.pick(&foreign),
        3 => rng.pick(&own),
        4 => rng
            .pick(&["zzzzzzzz", "", "..", "%2e%2e%2f%2e%2e", "a%00b", "%ff%fe", "1", "-1", "me", "%c3%28"])
            .map(str::to_owned),
        _ => Some("a".repeat(rng.pick(&[9, 500, 5_000]).unwrap_or(1))),
    };
    segments[at] = replacement.unwrap_or_default();
    let path = segments.join("/");
    request.target = query.map_or_else(|| path.clone(), |query| format!("{path}?{query}")).into();
}

fn remove_header(request: &mut Request, name: &[u8]) {
    request.headers.retain(|(known, _)| known != name);
}

fn set_header(request: &mut Request, name: &[u8], value: impl Into<Vec<u8>>) {
    remove_header(request, name);
    request.headers.push((name.to_vec(), value.into()));
}

/// Changes the credentials of the request: none, those of another guest, or a token.
fn mutate_identity(client: &mut Client<'_>, request: &mut Request) {
    let cookies: Vec<String> = client.players.iter().map(|guest| guest.cookies.clone()).collect();
    let tokens: Vec<String> = client.players.iter().flat_map(|guest| guest.tokens.clone()).collect();
    let rng = &mut client.rng;
    match rng.below(7) {
        0 => remove_header(request, b"cookie"),
        1 => set_header(request, b"cookie", rng.pick(&cookies).unwrap_or_default()),
        2 | 3 => {
            remove_header(request, b"cookie");
            set_header(request, b"authorization", format!("Bearer {}", rng.pick(&tokens).unwrap_or_default()));
        }
        4 => {
            let values =
                ["Bearer", "Bearer ", "Basic YTpi", "Bearer \u{e4}", "bearer zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"];
            set_header(request, b"authorization", rng.pick(&values).unwrap_or_default());
        }
        5 => {
            // A cookie whose signature or id does not fit.
            let mut cookie = rng.pick(&cookies).unwrap_or_default().into_bytes();
            if let Some(last) = cookie.last_mut() {
                *last = if *last == b'a' { b'b' } else { b'a' };
            }
            set_header(request, b"cookie", cookie);
        }
        _ => request.headers.push((b"cookie".to_vec(), b"a=b; ; =; guest".to_vec())),
    }
}

fn mutate_headers(client: &mut Client<'_>, request: &mut Request) {
    let own = client.target.server.to_string();
    let rng = &mut client.rng;
    let mut add = |name: &str, value: &str| request.headers.push((name.into(), value.into()));
    match rng.below(16) {
        0 => set_header(
            request,
            b"host",
            rng.pick(&["evil.example", "", "[::1", "localhost:99999", "a b", "127.0.0.1"]).unwrap_or_default(),
        ),
        1 => remove_header(request, b"host"),
        2 => add("host", "localhost"),
        3 => add("origin", rng.pick(&["https://evil.example", "null", "", &own, "http://"]).unwrap_or_default()),
        4 => add("origin", &format!("http://{own}")),
        5 => add("sec-fetch-site", "cross-site"),
        6 => {
            add("x-long", &"y".repeat(rng.pick(&[5_000, 20_000, 500_000]).unwrap_or(1)));
            request.may_be_dropped = true;
        }
        7 => {
            let count = rng.pick(&[50, 99, 101, 1_000]).unwrap_or(1);
            (0..count).for_each(|number| add(&format!("x-{number}"), "1"));
            request.may_be_dropped = true;
        }
        8 => set_header(
            request,
            b"content-type",
            rng.pick(&[
                "text/plain",
                "",
                "application/json; charset=utf-16",
                "multipart/form-data",
                "application/x+json",
                "\u{e4}",
            ])
            .unwrap_or_default(),
        ),
        9 => remove_header(request, b"content-type"),
        10 => add("content-type", "text/html"),
        11 => add("x-forwarded-for", rng.pick(&["1.2.3.4", "::1, 127.0.0.1", "unknown", ",,,"]).unwrap_or_default()),
        12 => add("if-none-match", "*"),
        13 => add(
            rng.pick(&["accept-encoding", "accept", "range", "te", "expect"]).unwrap_or_default(),
            rng.pick(&["gzip", "identity;q=0", "*/*", "bytes=0-"]).unwrap_or_default(),
        ),
        14 => {
            let (name, value) = rng
                .pick(&[
                    (&b"x y"[..], &b"1"[..]),
                    (b"x", b"a\x00b"),
                    (b"", b"1"),
                    (b"x", b"a\rb"),
                    (b"content-length", b"-5"),
                    (b"content-length", b"3"),
                    (b"transfer-encoding", b"gzip"),
                    (b"connection", b"close"),
                ])
                .unwrap_or_default();
            request.headers.push((name.to_vec(), value.to_vec()));
            request.may_be_dropped = true;
        }
        _ => *request = request.clone().upgrade(),
    }
    // A request for HTTP/1.1 needs exactly one host.
    let hosts = request.headers.iter().filter(|(name, _)| name == b"host").count();
    let is_odd = |(name, value): &(Vec<u8>, Vec<u8>)| (name == b"host" || name == b"expect") && value.contains(&b' ');
    request.may_be_dropped |= hosts != 1 || request.headers.iter().any(is_odd);
}

fn mutate_framing(client: &mut Client<'_>, request: &mut Request) {
    let rng = &mut client.rng;
    if request.body.is_none() {
        request.body = Some(rng.pick(&[&b""[..], b"{}", b"junk"]).unwrap_or_default().to_vec());
    }
    request.framing = match rng.below(12) {
        0..4 => Framing::Chunked(rng.pick(&[1, 16, 1_000]).unwrap_or(1)),
        4..7 => Framing::Truncated,
        7 | 8 => Framing::MalformedChunks,
        9 | 10 => Framing::LengthAndChunks,
        // The server waits for the rest of the body until a deadline, which takes long.
        _ if rng.below(40) == 0 => Framing::Stalled,
        _ => Framing::Length,
    };
}

fn mutate_method(client: &mut Client<'_>, request: &mut Request) {
    let rng = &mut client.rng;
    match rng.below(8) {
        0..5 => {
            let method = rng.pick(&["GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "BREW"]);
            request.method = method.unwrap_or("GET").into();
        }
        5 => {
            request.method = rng.pick(&[&b"CONNECT"[..], b"get", b"G T", b"\xff", b""]).unwrap_or(b"GET").to_vec();
            request.may_be_dropped = true;
        }
        6 => {
            request.version = rng.pick(&["HTTP/1.0", "HTTP/2.0", "HTTP/1.9", "HTTQ/1.1", ""]).unwrap_or("HTTP/1.0");
            request.may_be_dropped = true;
        }
        _ => {
            let targets =
                [&b"*"[..], b"", b"//", b"/\xff\xfe", b"http://evil.example/api/games", b"/api/../health", b"/a b"];
            request.target = rng.pick(&targets).unwrap_or(b"*").to_vec();
            request.may_be_dropped = true;
        }
    }
}
