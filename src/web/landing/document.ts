import type { ReactElement } from 'react';

/** A page made into a file when the web app is built; only its islands run in the browser. */
export type StaticDocument = {
  /** The file in the folder that is served. */
  file: string;
  path: string;
  title: string;
  description: string;
  robots: 'index,follow' | 'noindex';
  body: ReactElement;
  /** Further elements of the head. `__PUBLIC_URL__` in it is replaced when the page is served. */
  headExtra?: ReactElement;
};
