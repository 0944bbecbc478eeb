//! A store of objects behind a URL: `s3://`, `gs://`, `az://`, `http://`, `https://`. Credentials and endpoints come from the
//! variables of the environment that each service defines. Nothing is tried twice: a miss costs less than a wait.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::http::HttpBuilder;
use object_store::path::Path;
use object_store::{ClientConfigKey, Error, ObjectStore, ObjectStoreExt, RetryConfig};
use tokio::runtime::{Builder, Runtime};

use super::place::MAX_BYTES;

/// How long the client waits for a request: longer than anyone waits for the client.
const TIMEOUT: &str = "4 seconds";

/// A store of objects. It is opened at its first use.
pub struct Remote {
    url: String,
    opened: OnceLock<Result<Opened, String>>,
}

impl std::fmt::Debug for Remote {
    // The URL may hold a password.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Remote")
    }
}

/// An open store, and the path in it below which the blobs lie.
struct Opened {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
}

impl Remote {
    /// The store that a URL names. Nothing is opened yet.
    pub fn new(url: &str) -> Self {
        Self { url: url.to_owned(), opened: OnceLock::new() }
    }

    /// A blob; `None` where there is none of that name.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let Opened { store, prefix } = self.open()?;
        let read = async {
            let found = store.get(&prefix.clone().join_all(name)).await?;
            let size = found.meta.size;
            if size > MAX_BYTES {
                return Ok(Err(format!("it has {size} bytes")));
            }
            found.bytes().await.map(|bytes| Ok(Vec::from(bytes)))
        };
        match runtime()?.block_on(read) {
            Ok(read) => read.map(Some),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(short(&error)),
        }
    }

    /// Whether there is a blob of that name.
    pub fn has(&self, name: &str) -> Result<bool, String> {
        let Opened { store, prefix } = self.open()?;
        match runtime()?.block_on(store.head(&prefix.clone().join_all(name))) {
            Ok(_) => Ok(true),
            Err(Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(short(&error)),
        }
    }

    /// Writes a blob: all of it, or nothing.
    pub fn write(&self, name: &str, blob: Vec<u8>) -> Result<(), String> {
        let Opened { store, prefix } = self.open()?;
        let written = runtime()?.block_on(store.put(&prefix.clone().join_all(name), blob.into()));
        written.map(|_| ()).map_err(|error| short(&error))
    }

    fn open(&self) -> Result<&Opened, String> {
        self.opened.get_or_init(|| opened(&self.url).map_err(|error| short(&error))).as_ref().map_err(Clone::clone)
    }
}

/// Appends the parts of a name to a path.
trait JoinAll {
    fn join_all(self, name: &str) -> Self;
}

impl JoinAll for Path {
    fn join_all(self, name: &str) -> Self {
        name.split('/').fold(self, |path, part| path.join(part))
    }
}

fn opened(url: &str) -> Result<Opened, Error> {
    // One of the two makers of ciphers must be chosen; another part of the process may have done so.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let once = RetryConfig { max_retries: 0, retry_timeout: Duration::ZERO, ..RetryConfig::default() };
    let (scheme, rest) = url.split_once("://").unwrap_or_default();
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let client = ClientConfigKey::Timeout;
    let store: Arc<dyn ObjectStore> = match scheme {
        "s3" => Arc::new(
            AmazonS3Builder::from_env()
                .with_bucket_name(host)
                .with_config(AmazonS3ConfigKey::Client(client), TIMEOUT)
                .with_retry(once)
                .build()?,
        ),
        "gs" => Arc::new(
            GoogleCloudStorageBuilder::from_env()
                .with_bucket_name(host)
                .with_config(GoogleConfigKey::Client(client), TIMEOUT)
                .with_retry(once)
                .build()?,
        ),
        "az" => Arc::new(
            MicrosoftAzureBuilder::from_env()
                .with_container_name(host)
                .with_config(AzureConfigKey::Client(client), TIMEOUT)
                .with_retry(once)
                .build()?,
        ),
        _ => Arc::new(
            HttpBuilder::new()
                .with_url(format!("{scheme}://{host}"))
                .with_config(ClientConfigKey::AllowHttp, "true")
                .with_config(client, TIMEOUT)
                .with_retry(once)
                .build()?,
        ),
    };
    Ok(Opened { store, prefix: Path::from_url_path(path)? })
}

/// The runtime of the requests. It is never shut down: that would wait for requests that hang.
fn runtime() -> Result<&'static Runtime, String> {
    static RUNTIME: OnceLock<Result<Runtime, String>> = OnceLock::new();
    let make = || Builder::new_multi_thread().worker_threads(1).enable_all().build().map_err(|error| error.to_string());
    RUNTIME.get_or_init(make).as_ref().map_err(Clone::clone)
}

/// The innermost reason of an error, in one line: the others name the URL, which may hold a password.
fn short(error: &Error) -> String {
    let mut reason: &dyn std::error::Error = error;
    while let Some(source) = reason.source() {
        reason = source;
    }
    let text = reason.to_string();
    // Behind the status comes the page that a server has for it.
    let status = text.split_once("status code: ").and_then(|(_, rest)| rest.split(':').next());
    status.or(text.lines().next()).unwrap_or_default().chars().take(120).collect()
}
