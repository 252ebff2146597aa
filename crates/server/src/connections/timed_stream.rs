//! Stream that ends if its peer is silent, or receives too slowly.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::config::Timeouts;

/// Rate at which a slow peer must receive, in bytes per second.
const MIN_RATE: f64 = 2_000.0;

/// Stream with deadlines.
///
/// - The peer must send its first byte within `first_byte`.
/// - After that, something must be sent or received every `idle`. All long-lived responses and sockets send something more often.
/// - The peer may keep the server from sending for `stall` in total. Received bytes earn this time back at [`MIN_RATE`], so a
///   peer cannot hold a response in memory by receiving it byte by byte.
pub(crate) struct TimedStream<S> {
    stream: S,
    timeouts: Timeouts,
    /// When a read or write last succeeded; `None` before the first byte was read.
    active: Option<Instant>,
    opened: Instant,
    read_timer: Pin<Box<Sleep>>,
    /// Time that the peer may still keep the server from sending.
    patience: Duration,
    /// Since when the peer has kept the server from sending.
    blocked: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S> TimedStream<S> {
    pub(crate) fn new(stream: S, timeouts: Timeouts) -> TimedStream<S> {
        let opened = Instant::now();
        let read_timer = Box::pin(sleep_until(opened + timeouts.first_byte()));
        TimedStream { stream, timeouts, active: None, opened, read_timer, patience: timeouts.stall(), blocked: None }
    }

    /// Returns when the peer has been silent for too long.
    fn read_deadline(&self) -> Instant {
        self.active.map_or(self.opened + self.timeouts.first_byte(), |active| active + self.timeouts.idle())
    }

    /// Returns an error if the peer has been silent for too long, otherwise wakes the task when that may be the case.
    fn poll_silence(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let deadline = self.read_deadline();
        if self.read_timer.deadline() > deadline {
            self.read_timer.as_mut().reset(deadline);
        }
        // A timer that expires before the deadline was set before the last activity.
        while self.read_timer.as_mut().poll(context).is_ready() {
            if deadline <= Instant::now() {
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client was silent for too long")));
            }
            self.read_timer.as_mut().reset(deadline);
        }
        Poll::Pending
    }

    /// Accounts for an attempt to write: gives time back for received bytes, takes it while the peer receives nothing.
    fn account(&mut self, written: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => {
                if let Some((since, _)) = self.blocked.take() {
                    self.patience = self.patience.saturating_sub(since.elapsed());
                }
                let earned = Duration::from_secs_f64(bytes as f64 / MIN_RATE);
                self.patience = (self.patience + earned).min(self.timeouts.stall());
                if self.active.is_some() {
                    self.active = Some(Instant::now());
                }
                Poll::Ready(Ok(bytes))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let patience = self.patience;
                let blocked = || {
                    let now = Instant::now();
                    (now, Box::pin(sleep_until(now + patience)))
                };
                let (_, timer) = self.blocked.get_or_insert_with(blocked);
                if timer.as_mut().poll(context).is_pending() {
                    return Poll::Pending;
                }
                metrics::counter!("connections_closed_total", "reason" => "slow_reader").increment(1);
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client receives too slowly")))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Ready(Ok(())) => {
                if buffer.filled().len() > before {
                    self.active = Some(Instant::now());
                }
                Poll::Ready(Ok(()))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let silent = self.poll_silence(context);
                if silent.is_ready() {
                    metrics::counter!("connections_closed_total", "reason" => "silent").increment(1);
                }
                silent
            }
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.account(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.account(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    const TIMEOUTS: Timeouts =
        Timeouts { first_byte_ms: 10_000, header_ms: 10_000, body_ms: 10_000, idle_ms: 60_000, stall_ms: 20_000 };

    /// Returns the seconds until an operation times out.
    async fn seconds_until_timeout<T>(operation: impl Future<Output = io::Result<T>>) -> u64 {
        let begin = Instant::now();
        let error = operation.await.err().expect("the operation fails");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        begin.elapsed().as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn ends_before_the_first_byte_and_when_idle() {
        let mut byte = [0];
        let (server, _client) = duplex(64);
        let mut stream = TimedStream::new(server, TIMEOUTS);
        stream.write_all(b"x").await.expect("the stream is open");
        assert_eq!(seconds_until_timeout(stream.read(&mut byte)).await, 10, "what the server sends does not count");
        let (server, mut client) = duplex(64);
        let mut stream = TimedStream::new(server, TIMEOUTS);
        client.write_all(b"x").await.expect("the stream is open");
        stream.read_exact(&mut byte).await.expect("a byte was sent");
        tokio::time::sleep(Duration::from_secs(50)).await;
        stream.write_all(b"x").await.expect("the stream is open");
        assert_eq!(seconds_until_timeout(stream.read(&mut byte)).await, 60);
    }

    #[tokio::test(start_paused = true)]
    async fn ends_if_the_peer_receives_nothing() {
        let (server, _client) = duplex(64);
        let mut stream = TimedStream::new(server, TIMEOUTS);
        assert_eq!(seconds_until_timeout(stream.write_all(&[0; 1_000])).await, 20);
    }

    #[tokio::test(start_paused = true)]
    async fn ends_if_the_peer_receives_byte_by_byte() {
        let (server, mut client) = duplex(64);
        let mut stream = TimedStream::new(server, TIMEOUTS);
        tokio::spawn(async move {
            let mut byte = [0];
            while client.read_exact(&mut byte).await.is_ok() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        assert_eq!(seconds_until_timeout(stream.write_all(&[0; 1_000])).await, 20);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_but_steady_peer_receives_everything() {
        let (server, mut client) = duplex(1_000);
        let mut stream = TimedStream::new(server, TIMEOUTS);
        let received = tokio::spawn(async move {
            let (mut bytes, mut total) = ([0; 1_000], 0);
            while let Ok(count @ 1..) = client.read(&mut bytes).await {
                total += count;
                tokio::time::sleep(Duration::from_millis(400)).await;
            }
            total
        });
        stream.write_all(&vec![0; 300_000]).await.expect("2,500 bytes per second are enough");
        drop(stream);
        assert_eq!(received.await.expect("the client ends"), 300_000);
    }
}
