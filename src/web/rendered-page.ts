/** A page as the build writes it to a file: its markup, and the modules whose chunks it needs at once. */
export type RenderedPage = {
  /** Where it stands in the build, such as `auth/login.html`. */
  file: string;
  title: string;
  description: string;
  robots: 'index,follow' | 'noindex';
  head: string;
  body: string;
  /** Its frame is painted before its scripts are fetched. */
  hasFrame?: boolean;
  /** The module that runs, and the lazy ones it will ask for first; paths inside `src/web`. */
  entry: string;
  modules: readonly string[];
  /** Modules it shows at once that come in files of their own, fetched beside the others. */
  parts?: readonly string[];
  /** Paths of the calls its first screen makes, asked for before its scripts are there (`first-reads.ts`). */
  reads?: readonly string[];
};
