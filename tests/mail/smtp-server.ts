import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

/** A message as the server took it. */
export type ReceivedMail = { from: string; to: string[]; secure: boolean; raw: Buffer; mail: Email };

/** An answer that is not yes: `421` ends the session as well. */
export type SmtpReply = { code: number; text: string };

export type SmtpTestServer = {
  host: string;
  port: number;
  received: ReceivedMail[];
  /** How many connections there were. */
  connections(): number;
  /** Asked at RCPT TO; null takes it. A promise that takes its time is a slow server. */
  recipient: (address: string, session: SMTPServerSession) => SmtpReply | null | Promise<SmtpReply | null>;
  /** Asked when the whole message has come. */
  message: (to: string) => SmtpReply | null | Promise<SmtpReply | null>;
  to(address: string): ReceivedMail[];
  close(): Promise<void>;
};

/** A real SMTP server on this machine. Without options it offers neither TLS nor a log-in. */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<SmtpTestServer> {
  let connections = 0;
  const office: SmtpTestServer = {
    host: '127.0.0.1',
    port: 0,
    received: [],
    connections: () => connections,
    recipient: () => null,
    message: () => null,
    to: (address) => office.received.filter(({ to }) => to.includes(address)),
    close: () => new Promise((done) => server.close(done)),
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onRcptTo: async ({ address }, session, done) => done(refusal(await office.recipient(address, session))),
    onData: async (stream, session, done) => {
      // The sender may be gone in the middle of it.
      const raw = await buffer(stream).catch(() => null);
      if (!raw) return done(new Error('It broke off'));
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const refused = refusal(await office.message(to[0] ?? ''));
      if (refused) return done(refused);
      const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
      const mail = await PostalMime.parse(raw);
      office.received.push({ from, to, secure: session.secure, raw, mail });
      done();
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, office.host, done));
  office.port = (server.server.address() as AddressInfo).port;
  return office;
}

const refusal = (answer: SmtpReply | null): Error | null =>
  answer && Object.assign(new Error(answer.text), { responseCode: answer.code });

/** Values of a header, unfolded; all of them where there are several. */
export const header = ({ mail }: ReceivedMail, name: string): string[] =>
  mail.headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => value);
