//! Python distributions whose modules have other names. The modules of a distribution are listed in its wheel, which is not
//! read; these are the most used ones.

use super::super::name;
use super::super::shape::Ecosystem;

/// The distribution, normalised as PEP 503 has it, and a module that it brings.
const MODULES: &[(&str, &str)] = &[
    ("attrs", "attr"),
    ("attrs", "attrs"),
    ("beautifulsoup4", "bs4"),
    ("djangorestframework", "rest_framework"),
    ("dnspython", "dns"),
    ("gitpython", "git"),
    ("grpcio", "grpc"),
    ("mysqlclient", "MySQLdb"),
    ("opencv-python", "cv2"),
    ("opencv-python-headless", "cv2"),
    ("pillow", "PIL"),
    ("protobuf", "google.protobuf"),
    ("psycopg2-binary", "psycopg2"),
    ("pycryptodome", "Crypto"),
    ("pycryptodomex", "Cryptodome"),
    ("pydispatcher", "pydispatch"),
    ("pygobject", "gi"),
    ("pyjwt", "jwt"),
    ("pynacl", "nacl"),
    ("pyopenssl", "OpenSSL"),
    ("pypydispatcher", "pydispatch"),
    ("pyserial", "serial"),
    ("python-dateutil", "dateutil"),
    ("python-dotenv", "dotenv"),
    ("python-jose", "jose"),
    ("python-magic", "magic"),
    ("python-multipart", "multipart"),
    ("python-slugify", "slugify"),
    ("pywin32", "win32api"),
    ("pyyaml", "yaml"),
    ("pyzmq", "zmq"),
    ("ruamel-yaml", "ruamel"),
    ("scikit-image", "skimage"),
    ("scikit-learn", "sklearn"),
    ("setuptools", "pkg_resources"),
    ("setuptools", "setuptools"),
    ("websocket-client", "websocket"),
];

/// The modules by which a distribution is imported. One that is not known brings the module of its own name.
pub fn modules_of(distribution: &str) -> Vec<String> {
    let key = name::key(Ecosystem::Pypi, distribution);
    let normal = key.rsplit('/').next().unwrap_or(&key);
    let known: Vec<String> =
        MODULES.iter().filter(|(name, _)| *name == normal).map(|(_, module)| (*module).to_owned()).collect();
    if known.is_empty() { vec![normal.replace('-', "_")] } else { known }
}

/// The distributions that bring a module under a name that is not theirs.
pub fn distributions_of(module: &str) -> impl Iterator<Item = &'static str> {
    MODULES.iter().filter(move |(_, known)| *known == module).map(|(distribution, _)| *distribution)
}

#[cfg(test)]
mod tests {
    use super::{MODULES, distributions_of, modules_of};

    #[test]
    fn a_distribution_and_its_module_find_each_other() {
        assert_eq!(modules_of("PyYAML"), ["yaml"]);
        assert_eq!(modules_of("Flask-Login"), ["flask_login"]);
        assert_eq!(distributions_of("cv2").collect::<Vec<_>>(), ["opencv-python", "opencv-python-headless"]);
        assert_eq!(distributions_of("flask").next(), None);
    }

    #[test]
    fn the_names_are_normal() {
        for (distribution, _) in MODULES {
            assert!(
                distribution.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            );
        }
    }
}
