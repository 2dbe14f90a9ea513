const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Whether a client's address is this machine itself. */
export const isThisMachine = (clientAddress: string): boolean => LOOPBACK.test(clientAddress);
