/** An example body for every call with a body; a test checks each against its schema. */

const card = {
  slug: 'ada-lovelace',
  name: 'Ada Lovelace',
  title: 'Analyst',
  email: 'ada@example.com',
  theme: 'minimalist',
  socialLinks: { linkedin: 'https://linkedin.com/in/ada' },
  customizations: { website: 'https://ada.example.com' },
  version: 3,
}

const event = { cardId: 1, source: 'qr' }

const user = {
  username: 'ada',
  fullName: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'correct horse',
}

const signature = {
  id: 'VrTkpW5m8Qz0c1uXn3yLZA',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
  signature: 'MEUCIQDq3sW8',
  userHandle: null,
}

const offer = `12.7.1790000000.${'the-43-characters-of-the-signature'.padEnd(43, '-')}`

export const examples: Record<string, object> = {
  'POST /api/login': { username: 'ada', password: 'correct horse' },
  'POST /api/login/code': { token: 'the-43-characters-that-the-password-was-met', code: '123456' },
  'POST /api/reauthenticate': { password: 'correct horse', code: '123456' },
  'POST /api/login/passkey': signature,
  'POST /api/reauthenticate/passkey': signature,
  'POST /api/account/passkeys': {
    id: 'VrTkpW5m8Qz0c1uXn3yLZA',
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
    attestationObject: 'o2NmbXRkbm9uZQ',
    transports: ['internal', 'hybrid'],
  },
  'PATCH /api/account/passkeys/:passkey': { name: 'Phone' },
  'POST /api/account/second-factor/confirm': { code: '123456' },
  'DELETE /api/account/second-factor': { password: 'correct horse', code: '123456' },
  'POST /setup': {
    secret: '64 random characters',
    username: 'ada.lovelace',
    email: 'ada@example.com',
    fullName: 'Ada Lovelace',
    password: 'correct horse',
  },
  'POST /api/register': { ...user, phone: '+44 20 7946 0000' },
  'POST /api/reset-password': { email: 'ada@example.com' },
  'POST /api/reset-password/check': {
    token: 'the-43-characters-behind-t-in-the-mail-link',
  },
  'POST /api/reset-password/confirm': {
    token: 'the-43-characters-behind-t-in-the-mail-link',
    password: 'correct horse',
  },
  'POST /api/update-password': { currentPassword: 'correct horse', newPassword: 'battery staple' },
  'POST /api/account/tokens': { name: 'Sales spreadsheet' },
  'PUT /api/business-cards/:id/contact-exports/:format': { lastEntry: 41 },
  'PUT /api/business-cards/:id/reply-templates': {
    templates: [
      {
        name: 'Thanks',
        subject: 'Good to meet you at {met at}',
        body: 'Hi {first name},\n\nthank you for your message.\n\n{my name}\n{card link}',
      },
    ],
  },
  'POST /api/account/feeds': { name: 'Sales spreadsheet', kind: 'days', card: null, days: 365 },
  'PUT /api/account/mail': { entries: false },
  'POST /api/visitor-data': { email: 'grace@example.com' },
  'DELETE /api/visitor-data': { email: 'grace@example.com' },
  'DELETE /api/account': { password: 'correct horse' },
  'POST /api/account/email-verification/confirm': {
    token: 'the-43-characters-behind-v-in-the-mail-link',
  },
  'POST /api/account/email-revert': { token: 'the-43-characters-behind-revert-in-the-link' },
  'POST /api/business-cards': { userId: 1, slug: 'ada-lovelace', theme: 'tech' },
  'PUT /api/business-cards/:id': card,
  'PUT /api/business-cards/:id/locales/:locale': {
    fields: {
      title: 'Primera programadora',
      about: 'Escribo programas para la máquina analítica.',
    },
  },
  'POST /api/business-cards/:id/share-points': {
    label: 'Booth 12, Hannover Messe',
    kind: 'booth',
    activeFrom: '2026-04-20',
    activeTo: '2026-04-24',
  },
  'POST /api/business-cards/:id/wallet': { wallet: 'apple' },
  'POST /wallet/apple/v1/devices/:device/registrations/:passType/:serial': {
    pushToken: '5f1c0f4a9d6b4f7a',
  },
  'POST /wallet/apple/v1/log': { logs: ['Register task encountered error: timed out'] },
  'PATCH /api/share-points/:id': { label: 'Booth 14, Hannover Messe' },
  'POST /api/events': {
    name: 'Hannover Messe',
    place: 'Hall 3, Booth 12',
    from: '2026-04-20',
    to: '2026-04-24',
    zone: 'Europe/Berlin',
  },
  'PATCH /api/events/:id': { name: 'Hannover Messe 2026' },
  'PATCH /api/events/:id/share-points': { add: [12, 13], remove: [7] },
  'POST /api/card-views': event,
  'POST /api/card-clicks': { ...event, linkType: 'social', linkId: 'linkedin' },
  'POST /api/card-saves': event,
  'POST /api/form-submissions': {
    cardId: 1,
    formData: { name: 'Grace Hopper', email: 'grace@example.com' },
  },
  'POST /receipt/:token': { name: 'Grace Hopper', email: 'grace@example.com' },
  'POST /api/analytics-shares': { timeframe: 'month', card: null, days: 7 },
  'POST /api/upload': { file: '@portrait.jpg', cardId: '1', type: 'profile' },
  'POST /api/pwa-upload': { file: '@icon.png', type: 'icon512' },
  'POST /api/pwa-settings': {
    appName: 'Acme Cards',
    shortName: 'Acme',
    description: 'Digital Business Cards',
    themeColor: '#F59E0B',
    backgroundColor: '#F5F5F4',
    enableSplashScreen: true,
    splashImage: null,
    icons: { icon192: null, icon512: null, iconMaskable: null },
  },
  'POST /api/leads/batch': {
    cardId: 1,
    leads: [
      {
        clientId: '0192f0c4-5a1e-4c1b-9a55-3b1f0d7c2a10',
        capturedAt: '2026-04-20T09:30:00Z',
        answers: { name: 'Grace Hopper', company: 'Navy', email: 'grace@example.com' },
        rating: 'hot',
        note: 'Wants a demo in May',
      },
    ],
  },
  'PATCH /api/submissions/:id': {
    status: 'done',
    note: 'Called her on Monday',
    followUpOn: '2026-12-01',
    tags: ['Partner'],
    fields: { Budget: 12000 },
    assignee: 'grace-hopper',
  },
  'POST /api/submissions/bulk': { ids: [7, 8, 9], change: { status: 'seen', addTag: 'Hannover' } },
  'POST /api/submissions/restore': { ids: [7, 8, 9] },
  'POST /api/submissions/merge': { ids: [7, 9], answers: { phone: 7 } },
  'POST /api/submissions/:id/split': { merge: 3 },
  'PUT /api/account/contact-fields': {
    fields: [
      { name: 'Budget', kind: 'number' },
      { name: 'Interest', kind: 'choice', choices: ['Product', 'Service'] },
    ],
  },
  'POST /api/users': { ...user, accessLevel: 1, cardSlug: 'ada-lovelace' },
  'PUT /api/users/:id': {
    ...{ fullName: 'Ada Lovelace', email: 'ada@example.com', phone: null, language: 'de' },
  },
  'PATCH /api/users/:id': { accessLevel: 2 },
  'POST /api/templates': {
    name: 'Sales team',
    cardId: 1,
    rules: { theme: 'locked', logoUrl: 'locked', phone: 'required', videoUrl: 'hidden' },
  },
  'PUT /api/templates/:id': { name: 'Sales team', rules: { theme: 'locked' }, version: 1 },
  'POST /api/templates/:id/job': { version: 1, trialAt: '2026-11-21T09:00:00Z', except: [7] },
  'POST /api/users/bulk': { users: [{ ...user, accessLevel: 1 }] },
  'POST /api/users/check': { usernames: ['ada'], slugs: ['ada-lovelace'] },
  'POST /api/users/:id/handover': { to: 7 },
  'POST /api/account/handover': { to: 'grace-hopper' },
  'POST /api/account/handover/offer': { token: offer },
  'POST /api/account/handover/accept': { token: offer },
}
