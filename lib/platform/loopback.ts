/** True for a host name or an address of this very machine, as URLs and sockets spell it. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|\[?::1\]?|(::ffff:)?127(\.\d{1,3}){3})$/i.test(host)
