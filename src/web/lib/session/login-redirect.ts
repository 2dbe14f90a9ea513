const LOGIN = '/auth/login';

/** Leaves for the log-in page, which brings back to `href` afterwards; what waits for it waits until the page is gone. */
export function goToLogin(href?: string): Promise<never> {
  location.assign(href ? `${LOGIN}?redirect=${encodeURIComponent(href)}` : LOGIN);
  return new Promise<never>(() => {});
}
