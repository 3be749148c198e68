//! A server of static files for this machine alone.

use anyhow::{Context, Result};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Longest request that is read, in bytes.
const MAX_REQUEST: u64 = 16 << 10;
/// How long a silent connection is kept.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A server that has a port.
pub struct Server {
    root: Arc<PathBuf>,
    listener: TcpListener,
}

/// Serves a folder until the program ends.
///
/// # Errors
/// When the port is taken.
pub fn serve(root: &Path, port: u16) -> Result<()> {
    let server = Server::bind(root, port)?;
    println!("http://{}/web/   (Ctrl-C ends)", server.address()?);
    server.run();
    Ok(())
}

impl Server {
    /// Takes a port, or any free one for 0.
    pub fn bind(root: &Path, port: u16) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .with_context(|| format!("port {port}; another one is given with --port"))?;
        Ok(Self { root: Arc::new(root.to_path_buf()), listener })
    }

    /// Where it listens.
    pub fn address(&self) -> Result<SocketAddr> {
        Ok(self.listener.local_addr()?)
    }

    /// Answers requests until the program ends.
    pub fn run(self) {
        for stream in self.listener.incoming().flatten() {
            let root = Arc::clone(&self.root);
            // A connection that fails gets no answer; the others do.
            std::thread::spawn(move || answer(&root, stream).ok());
        }
    }
}

fn answer(root: &Path, mut stream: TcpStream) -> std::io::Result<()> {
    stream.set_read_timeout(Some(TIMEOUT))?;
    let mut lines = BufReader::new((&stream).take(MAX_REQUEST)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // The headers say nothing that matters here, but have to be read.
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let file = file_of(root, &request).and_then(|path| Some((fs::read(&path).ok()?, path)));
    let (status, kind, body) = match &file {
        Some((body, path)) => ("200 OK", content_type(path), &body[..]),
        None => ("404 Not Found", "text/plain", &b"not found\n"[..]),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Cache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(body)
}

/// The file that the first line of a request asks for, if its path stays in the folder.
fn file_of(root: &Path, request: &str) -> Option<PathBuf> {
    let target = request.strip_prefix("GET /")?.split([' ', '?', '#']).next()?;
    let path = Path::new(target);
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let path = root.join(path);
    Some(if path.is_dir() { path.join("index.html") } else { path })
}

/// The media type by the end of a name.
fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|end| end.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_stay_in_the_folder() {
        let root = crate::workspace::root().join("docs/src");
        let file = |request: &str| file_of(&root, request);
        assert_eq!(file("GET /use.md HTTP/1.1"), Some(root.join("use.md")));
        assert_eq!(file("GET /web/?a=b HTTP/1.1"), Some(root.join("web/index.html")));
        for request in
            ["GET /../Cargo.toml HTTP/1.1", "GET //etc/passwd HTTP/1.1", "PUT /use.md HTTP/1.1", ""]
        {
            assert_eq!(file(request), None, "{request}");
        }
    }

    #[test]
    fn files_are_served() {
        let root = crate::workspace::root().join("docs/src");
        let server = Server::bind(&root, 0).expect("a free port");
        let address = server.address().expect("an address");
        std::thread::spawn(move || server.run());
        let get = |path: &str| {
            let mut stream = TcpStream::connect(address).expect("a connection");
            write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").expect("a request");
            let mut text = String::new();
            stream.read_to_string(&mut text).expect("an answer");
            text
        };
        let page = get("/web/page.css");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/css"), "{page}");
        assert!(page.ends_with(&fs::read_to_string(root.join("web/page.css")).expect("a file")));
        assert!(get("/nothing").starts_with("HTTP/1.1 404"));
    }
}
