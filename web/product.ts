/** Configuration that the worker writes into the page's head. */
export const product = {
  name: read('product-name') || 'Edgecard',
  shortName: read('product-short-name') || 'Edgecard',
  /** Name of the installed app, which administrators can change. */
  appName: read('application-name') || 'Edgecard',
  /** Origin of public cards: `PUBLIC_ORIGIN`, else that of the app. */
  origin: read('public-origin') || globalThis.location?.origin || '',
  /** Retention of single events, in days. */
  eventDays: read('event-days') || '400',
  /** Shared demo accounts, which cannot be deleted. */
  demo: read('demo-mode') === 'true',
  /** Off when a deployment withdraws its service worker. */
  serviceWorker: read('service-worker') !== 'off',
  registrationOpen: read('registration') !== 'closed',
}

/** Support contacts; empty where not configured. */
export const support = {
  email: read('support-email') ?? '',
  phone: read('support-phone') ?? '',
  chat: read('support-chat') ?? '',
  hours: read('support-hours') ?? '',
}

function read(name: string): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
