/** Returns a handler for file errors that gives `value` for a missing file or folder, and throws any other error. */
export const missingAs =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value;
    throw error;
  };
