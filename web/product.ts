/** Configuration that the worker writes into the page's head. */

export const product = {
  name: readMeta('product-name') || 'Edgecard',
  shortName: readMeta('product-short-name') || 'Edgecard',
  /** Name of the installed app, which administrators can change. */
  appName: readMeta('application-name') || 'Edgecard',
  /** Origin of public cards: `PUBLIC_ORIGIN`, else the app's. */
  origin: readMeta('public-origin') || globalThis.location?.origin || '',
  /** Retention of single events, in days. */
  eventDays: readMeta('event-days') || '400',
  /** Whether accounts are shared demo accounts, which cannot be deleted. */
  demo: readMeta('demo-mode') === 'true',
  /** False when a deployment withdraws its service worker. */
  serviceWorker: readMeta('service-worker') !== 'off',
  registrationOpen: readMeta('registration') !== 'closed',
}

/** Support contacts; empty where not configured. */
export const support = {
  email: readMeta('support-email') ?? '',
  phone: readMeta('support-phone') ?? '',
  chat: readMeta('support-chat') ?? '',
  hours: readMeta('support-hours') ?? '',
}

function readMeta(name: string): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
