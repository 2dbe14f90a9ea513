import * as z from 'zod/mini';
import { currencies } from '#core/money.ts';
import { presetAddress } from './address.ts';
import { extension } from './web-extension.ts';

const connection = z.object({
  /** The service's origin; the token is never sent anywhere else. */
  address: z.string(),
  token: z.string(),
  userId: z.string(),
  email: z.string(),
  currency: z.enum(currencies),
  businessName: z.string(),
});

/** A session of the extension at a service. */
export type Connection = z.output<typeof connection>;

const { local } = extension.storage;

async function read<T>(key: string, schema: { safeParse(value: unknown): { data?: T } }): Promise<T | null> {
  const found = schema.safeParse((await local.get(key))[key]);
  return found.data ?? null;
}

export const readConnection = (): Promise<Connection | null> => read('connection', connection);

export async function saveConnection(newConnection: Connection): Promise<void> {
  // Scripts that run in pages share this storage unless they are shut out.
  await local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
  await local.set({ connection: newConnection });
}

/** Forgets a session that has ended, with everything that was shown of it. */
export async function deleteConnection(): Promise<void> {
  await local.remove(['connection', 'seen']);
  await extension.storage.session.remove('unpaid');
}

/** The id of the newest activity its owner has seen; null before the first look. */
export const readSeen = (): Promise<string | null> => read('seen', z.string());
export const saveSeen = (id: string): Promise<void> => local.set({ seen: id });

/** The newest payment the owner was notified of. */
export const readNotified = (): Promise<string | null> => read('told', z.string());
export const saveNotified = (id: string): Promise<void> => local.set({ told: id });

export const readChosenAddress = async (): Promise<string> =>
  (await read('address', z.string())) ?? presetAddress();
export const saveAddress = (address: string): Promise<void> => local.set({ address });

export const readNotifies = async (): Promise<boolean> => (await read('notifies', z.boolean())) ?? false;
export const saveNotifies = (notifies: boolean): Promise<void> => local.set({ notifies });
