import { connect } from 'node:net';

/** A part of a form, its headers written as they are given. */
export const part = (name: string, fileName: string | null, mime: string, content: Uint8Array): Buffer => {
  const quoted = fileName === null ? '' : `; filename="${fileName.replaceAll('"', '%22')}"`;
  const head = `Content-Disposition: form-data; name="${name}"${quoted}\r\nContent-Type: ${mime}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
};

/** The parts as one body. */
export const formOf = (boundary: string, parts: Buffer[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap((one) => [Buffer.from(`--${boundary}\r\n`), one]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

export type Answer = { status: number; text: string; closed: boolean };

/**
 * Writes bytes to a port as they are and reads one answer; status 0 where none came before the line was closed or the
 * time was over.
 */
export function sendRaw(port: number, request: Uint8Array, patienceMs = 60_000): Promise<Answer> {
  return new Promise((done) => {
    const line = connect(port, '127.0.0.1');
    let text = '';
    const end = (closed: boolean) => {
      clearTimeout(timer);
      line.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      done({ status, text, closed });
    };
    const timer = setTimeout(() => end(false), patienceMs);
    line.on('connect', () => line.write(request));
    line.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n\r\n')) end(false);
    });
    line.on('error', () => end(true));
    line.on('close', () => end(true));
  });
}
