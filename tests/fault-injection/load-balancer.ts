import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Spreads connections over the processes of a service in turn, as a proxy before them would; a dead one is passed over. */
export async function startLoadBalancer(ports: () => readonly number[]) {
  let turn = 0;
  const open = new Set<Socket>();
  const keepAlive = (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((client) => {
    keepAlive(client);
    const living = ports();
    const port = living[turn++ % living.length];
    if (port === undefined) return void client.destroy();
    const behind = connect(port, '127.0.0.1');
    keepAlive(behind);
    client.pipe(behind).pipe(client);
    client.once('close', () => behind.destroy());
    behind.once('close', () => client.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
