//! Updates of the page: no page gets files of two versions.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use page_tests::{Page, role, text, with_server};

use crate::offline::wait_for_service_worker;

/// The server as it is.
const OLD: u8 = 0;
/// The service worker is that of a new version, the files are still those of the old one.
const HALF: u8 = 1;
/// The service worker and two files are those of a new version.
const NEW: u8 = 2;

/// Files of the new version, and what they do.
const CHANGED: [(&str, &str); 2] = [
    ("/web/start.js", "\ndocument.documentElement.dataset.start = 'new';\n"),
    ("/web/lib/shell.js", "\ndocument.documentElement.dataset.shell = 'new';\n"),
];

/// Whether the page has files of the new version, for each of them.
const LOADED: &str = "['start', 'shell'].map((name) => document.documentElement.dataset[name] ?? 'old').join()";

/// A proxy that turns the server into one with another version of the page.
struct Proxy {
    port: u16,
    version: Arc<AtomicU8>,
}

impl Proxy {
    fn start(server: String) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("the listener has an address").port();
        let version = Arc::new(AtomicU8::new(OLD));
        let shared = version.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let (server, version) = (server.clone(), shared.clone());
                // A browser may close a connection at any time.
                std::thread::spawn(move || drop(forward(client, &server, &version)));
            }
        });
        Proxy { port, version }
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    fn set(&self, version: u8) {
        self.version.store(version, Ordering::SeqCst);
    }
}

/// Forwards one request without compression and conditions, and changes the response.
fn forward(client: TcpStream, server: &str, version: &AtomicU8) -> io::Result<()> {
    let mut reader = BufReader::new(client.try_clone()?);
    let (head, length) = read_head(&mut reader, &["connection", "accept-encoding", "if-none-match"])?;
    let mut body = vec![0; length.unwrap_or_default()];
    reader.read_exact(&mut body)?;
    let mut connection = TcpStream::connect(server)?;
    connection.write_all(head.as_bytes())?;
    connection.write_all(b"connection: close\r\n\r\n")?;
    connection.write_all(&body)?;
    let mut response = BufReader::new(connection);
    let (mut answer, length) = read_head(&mut response, &["connection", "content-length"])?;
    let mut content = Vec::new();
    match length {
        Some(length) => response.take(length as u64).read_to_end(&mut content)?,
        None => response.read_to_end(&mut content)?,
    };
    let path = head.split(' ').nth(1).unwrap_or_default();
    change(path, version.load(Ordering::SeqCst), &mut answer, &mut content);
    let mut client = client;
    if length.is_some() {
        answer.push_str(&format!("content-length: {}\r\n", content.len()));
    }
    client.write_all(format!("{answer}connection: close\r\n\r\n").as_bytes())?;
    client.write_all(&content)
}

/// Reads a head without some headers; returns it without the empty line, and the length of the body.
fn read_head(reader: &mut impl BufRead, left_out: &[&str]) -> io::Result<(String, Option<usize>)> {
    let (mut head, mut length) = (String::new(), None);
    for line in reader.lines() {
        let line = line?;
        if line.is_empty() {
            return Ok((head, length));
        }
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok();
        }
        if !left_out.iter().any(|one| name.eq_ignore_ascii_case(one)) {
            head.push_str(&line);
            head.push_str("\r\n");
        }
    }
    Err(io::ErrorKind::UnexpectedEof.into())
}

/// Turns a response into that of another version.
fn change(path: &str, version: u8, head: &mut String, content: &mut Vec<u8>) {
    if path == "/service-worker.js" && version != OLD {
        let mut script = String::from_utf8(std::mem::take(content)).expect("the script is text");
        replace_after(&mut script, "\"version\":\"", "new");
        for (file, _) in CHANGED {
            replace_after(&mut script, &format!("\"{file}\":\"\\\""), "new");
        }
        *content = script.into_bytes();
    }
    if let Some((_, more)) = CHANGED.iter().find(|(file, _)| *file == path && version == NEW) {
        replace_after(head, "etag: \"", "new");
        content.extend_from_slice(more.as_bytes());
    }
}

/// Replaces the letters and digits that follow a text.
fn replace_after(text: &mut String, before: &str, new: &str) {
    let start = text.find(before).unwrap_or_else(|| panic!("there is no {before}")) + before.len();
    let length = text[start..].find(|letter: char| !letter.is_alphanumeric()).expect("something follows");
    text.replace_range(start..start + length, new);
}

#[test]
fn versions_of_the_page_never_mix() {
    with_server(|server| {
        let proxy = Proxy::start(server.url("").trim_start_matches("http://").to_owned());
        let page = Page::open(server, &proxy.url("/"));
        wait_for_service_worker(&page);
        assert_eq!(page.eval_string(LOADED), "old,old");
        let update =
            "navigator.serviceWorker.getRegistration().then((registration) => registration.update()).catch(() => null)";
        let is_idle = "navigator.serviceWorker.getRegistration().then(({ installing }) => !installing)";
        let has_new = "navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)";

        // A version whose files are not all there is not installed.
        proxy.set(HALF);
        page.eval(update);
        page.wait_until(is_idle);
        assert_eq!(page.eval(has_new), false);
        page.reload();
        page.wait_for(role("button", "Play now"));
        assert_eq!(page.eval_string(LOADED), "old,old");

        // A complete one waits while the old one is in use.
        proxy.set(NEW);
        page.eval(update);
        page.wait_until(has_new);
        page.wait_for(text("A new version is ready."));
        page.screenshot("update");
        page.assert_accessible();
        page.reload();
        page.wait_for(text("A new version is ready."));
        assert_eq!(page.eval_string(LOADED), "old,old");

        // It does not take over while another window uses the old one.
        page.eval("void (window.other = window.open('/rules'))");
        page.wait_until(
            "window.other.document.readyState === 'complete' && window.other.location.pathname === '/rules'",
        );
        page.click(".update button");
        page.wait_for(text("Other windows of Ringside still use the old version."));
        page.eval("window.other.close()");
        page.wait_until("window.other.closed");
        page.click(".update button");
        page.wait_until(&format!("{LOADED} === 'new,new'"));
        page.wait_until("caches.keys().then((names) => names.join() === 'ringside-new')");
        page.wait_for(role("button", "Play now"));
    });
}
