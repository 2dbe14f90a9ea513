/** Every string of the pages that stand in for one that is missing or failed. */
export const texts = {
  home: 'Return to Home',
  notFound: {
    page: 'Page not found',
    title: 'Oops! Page not found',
    text: 'The address may be old, or a letter may be missing.',
  },
  broken: {
    page: 'Something went wrong',
    title: 'This page could not be shown',
    text: 'Your records are safe. Load the page again; if it still fails, come back in a few minutes.',
    again: 'Load again',
  },
};
