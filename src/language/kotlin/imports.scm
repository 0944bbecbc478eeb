(package_header (identifier) @package)
(import_header) @import
(file_annotation) @import
