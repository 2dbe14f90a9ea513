const NAME = 'duewell-offline';
export const STORE = 'answers';

/** One remembered answer. `hash` is the query's key in one string. */
export type StoredQuery = {
  hash: string;
  owner: string;
  queryKey: readonly unknown[];
  data: unknown;
  updatedAt: number;
};

let connection: Promise<IDBDatabase> | null = null;

/** The database of what can be read offline. Rejects where the browser keeps none, as some private windows do. */
export function openOfflineDatabase(): Promise<IDBDatabase> {
  connection ??= open().catch((error: unknown) => {
    connection = null;
    throw error;
  });
  return connection;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'hash' });
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const db = request.result;
      // Another tab logs out: an open connection would keep the data from being deleted.
      db.onversionchange = () => {
        db.close();
        connection = null;
      };
      resolve(db);
    };
  });
}

/** Waits for a transaction to be written. */
export function transactionDone(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

export function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Forgets everything that can be read offline, in every tab. */
export function deleteOfflineDatabase(): void {
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(NAME);
}
