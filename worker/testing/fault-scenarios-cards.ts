/** Fault scenarios of cards and users. Only tests import this. */

import { asAdmin, asOwner, clientId, newUser, type Scenario } from './fault-scenarios.ts'
import { makeFormData, makePng } from './images.ts'

export const cards: Scenario[] = [
  {
    name: 'a card created',
    status: 201,
    request: (fixtures) => ({
      call: 'POST /api/business-cards',
      body: { userId: fixtures.recipient.id, slug: 'a-new-card', theme: 'tech', clientId },
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'a card created with a generated slug',
    status: 201,
    request: (fixtures) => ({
      call: 'POST /api/business-cards',
      body: { userId: fixtures.recipient.id, clientId },
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'a card saved',
    request: (fixtures) => ({
      call: `PUT /api/business-cards/${fixtures.card.id}`,
      body: { slug: fixtures.card.slug, name: 'Changed', address: 'Paris', version: 1 },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a card with a new slug',
    request: (fixtures) => ({
      call: `PUT /api/business-cards/${fixtures.card.id}`,
      body: { slug: 'ada-somewhere-else', name: 'Changed', version: 1 },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a card deleted',
    repeatStatuses: { 404: 'It was deleted.' },
    status: 204,
    request: (fixtures) => ({
      call: `DELETE /api/business-cards/${fixtures.card.id}`,
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'a card restored',
    repeatStatuses: { 409: 'It was restored.' },
    request: (fixtures) => ({
      call: `POST /api/business-cards/${fixtures.deleted.id}/restore`,
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'a share point created',
    status: 201,
    request: (fixtures) => ({
      call: `POST /api/business-cards/${fixtures.card.id}/share-points`,
      body: { label: 'Booth 12', kind: 'booth', clientId },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a share point changed',
    request: (fixtures) => ({
      call: `PATCH /api/share-points/${fixtures.sharePoint.id}`,
      body: { label: 'Booth 14', activeTo: '2026-12-01' },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'an image uploaded',
    request: (fixtures) => ({
      call: 'POST /api/upload',
      body: makeFormData({
        file: makePng(600, 600, 9),
        cardId: `${fixtures.card.id}`,
        type: 'profile',
      }),
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'an icon uploaded',
    request: (fixtures) => ({
      call: 'POST /api/pwa-upload',
      body: makeFormData({ file: makePng(512, 512, 9), type: 'icon512' }),
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'the settings of the app',
    request: (fixtures) => ({
      call: 'POST /api/pwa-settings',
      body: {
        appName: 'Acme Cards',
        shortName: 'Acme',
        description: 'Cards',
        themeColor: '#F59E0B',
        backgroundColor: '#F5F5F4',
        enableSplashScreen: true,
        splashImage: null,
        icons: { icon192: null, icon512: null, iconMaskable: null },
      },
      headers: asAdmin(fixtures),
    }),
  },
]

export const users: Scenario[] = [
  {
    name: 'a user created',
    repeatStatuses: { 409: 'It was created: the username is taken.' },
    status: 201,
    request: (fixtures) => ({
      call: 'POST /api/users',
      body: { ...newUser('grace-is-made'), cardSlug: 'grace-is-made' },
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'a changed email',
    request: (fixtures) => ({
      call: `PUT /api/users/${fixtures.owner.user.id}`,
      body: { fullName: 'Ada Lovelace', email: 'another@cards.test', phone: null },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a user edited',
    request: (fixtures) => ({
      call: `PATCH /api/users/${fixtures.owner.user.id}`,
      body: {
        accessLevel: 4,
        email: 'another@cards.test',
        password: 'battery staple',
        cardSlug: 'ada-by-an-admin',
      },
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'a user deleted',
    repeatStatuses: { 404: 'It was deleted.' },
    status: 204,
    request: (fixtures) => ({
      call: `DELETE /api/users/${fixtures.owner.user.id}`,
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'a user restored',
    repeatStatuses: { 409: 'It was restored.' },
    request: (fixtures) => ({
      call: `POST /api/users/${fixtures.deletedUser.id}/restore`,
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'cards handed over',
    request: (fixtures) => ({
      call: `POST /api/users/${fixtures.owner.user.id}/handover`,
      body: { to: fixtures.recipient.id },
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'the own cards offered',
    request: (fixtures) => ({
      call: 'POST /api/account/handover',
      body: { to: fixtures.startingFactor.user.username },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'offered cards read',
    request: (fixtures) => ({
      call: 'POST /api/account/handover/offer',
      body: { token: fixtures.keys.offer },
      headers: { Cookie: fixtures.startingFactor.cookie },
    }),
  },
  {
    name: 'offered cards accepted',
    repeatStatuses: { 400: 'They were accepted.' },
    request: (fixtures) => ({
      call: 'POST /api/account/handover/accept',
      body: { token: fixtures.keys.offer },
      headers: { Cookie: fixtures.startingFactor.cookie },
    }),
  },
  {
    name: 'many users',
    request: (fixtures) => ({
      call: 'POST /api/users/bulk',
      body: { users: ['bulk-one', 'bulk-two', 'bulk-three'].map((name) => newUser(name)) },
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'the second factor of another user removed',
    repeatStatuses: { 409: 'It was removed.' },
    status: 204,
    request: (fixtures) => ({
      call: `DELETE /api/users/${fixtures.withFactor.user.id}/second-factor`,
      headers: asAdmin(fixtures),
    }),
  },
]
