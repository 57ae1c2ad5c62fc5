// Plain JavaScript, because the scripts ask before anything is installed.

/**
 * Whether a host name or address is loopback, as URLs and sockets spell it.
 * @param {string} host
 */
export const isLoopback = (host) => /^(localhost|\[?::1\]?|(::ffff:)?127(\.\d{1,3}){3})$/i.test(host)
