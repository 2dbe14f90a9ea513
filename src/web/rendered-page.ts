/** A page as the build writes it to a file: its markup, and the modules whose chunks it needs at once. */
export type RenderedPage = {
  /** Where it stands in the build, such as `auth/login.html`. */
  file: string;
  title: string;
  description: string;
  robots: 'index,follow' | 'noindex';
  head: string;
  body: string;
  /** The module that runs, and the lazy ones it will ask for first; paths inside `src/web`. */
  entry: string;
  modules: readonly string[];
  /** Names in `fonts/` that its first screen is set in. */
  fonts: readonly string[];
};
