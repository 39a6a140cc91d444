/** A service that ends at SIGTERM without finishing its requests. */
process.prependListener('SIGTERM', () => process.exit(0));
