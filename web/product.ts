/** What the worker wrote into the page's head from its configuration. */
export const product = {
  name: read('product-name') || 'Edgecard',
  shortName: read('product-short-name') || 'Edgecard',
  /** What the installed app is called, which an administrator may change. */
  appName: read('application-name') || 'Edgecard',
  /** Where cards are public: `PUBLIC_ORIGIN`, else where the app itself is. */
  origin: read('public-origin') || globalThis.location?.origin || '',
  /** How long single events are kept, in days. */
  eventDays: read('event-days') || '400',
  /** Shared demonstration accounts, which nobody may delete. */
  demo: read('demo-mode') === 'true',
  /** Off when a deployment takes its service worker back. */
  serviceWorker: read('service-worker') !== 'off',
  registrationOpen: read('registration') !== 'closed',
}

/** Who is asked for help; what is not configured is empty. */
export const support = {
  email: read('support-email') ?? '',
  phone: read('support-phone') ?? '',
  chat: read('support-chat') ?? '',
  hours: read('support-hours') ?? '',
}

function read(name: string): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
