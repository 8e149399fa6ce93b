/** The same of cards and users. Only tests import this. */

import { by, clientId, newUser, own, type Scenario } from './fault-scenarios.ts'
import { formOf, makePng } from './images.ts'

export const cards: Scenario[] = [
  {
    name: 'a card made',
    status: 201,
    ask: (world) => ({
      call: 'POST /api/business-cards',
      body: { userId: world.heir.id, slug: 'a-new-card', theme: 'tech', clientId },
      headers: by(world),
    }),
  },
  {
    name: 'a card made at any address',
    status: 201,
    ask: (world) => ({
      call: 'POST /api/business-cards',
      body: { userId: world.heir.id, clientId },
      headers: by(world),
    }),
  },
  {
    name: 'a card saved',
    ask: (world) => ({
      call: `PUT /api/business-cards/${world.card.id}`,
      body: { slug: world.card.slug, name: 'Changed', address: 'Paris', version: 1 },
      headers: own(world),
    }),
  },
  {
    name: 'a card at another address',
    ask: (world) => ({
      call: `PUT /api/business-cards/${world.card.id}`,
      body: { slug: 'ada-somewhere-else', name: 'Changed', version: 1 },
      headers: own(world),
    }),
  },
  {
    name: 'a card deleted',
    again: { 404: 'It was deleted.' },
    status: 204,
    ask: (world) => ({ call: `DELETE /api/business-cards/${world.card.id}`, headers: by(world) }),
  },
  {
    name: 'a card restored',
    again: { 409: 'It was restored.' },
    ask: (world) => ({
      call: `POST /api/business-cards/${world.deleted.id}/restore`,
      headers: by(world),
    }),
  },
  {
    name: 'a picture sent',
    ask: (world) => ({
      call: 'POST /api/upload',
      body: formOf({ file: makePng(600, 600, 9), cardId: `${world.card.id}`, type: 'profile' }),
      headers: own(world),
    }),
  },
  {
    name: 'an icon sent',
    ask: (world) => ({
      call: 'POST /api/pwa-upload',
      body: formOf({ file: makePng(512, 512, 9), type: 'icon512' }),
      headers: by(world),
    }),
  },
  {
    name: 'the settings of the app',
    ask: (world) => ({
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
      headers: by(world),
    }),
  },
]

export const users: Scenario[] = [
  {
    name: 'a user made',
    again: { 409: 'It was made: the username is taken.' },
    status: 201,
    ask: (world) => ({
      call: 'POST /api/users',
      body: { ...newUser('grace-is-made'), cardSlug: 'grace-is-made' },
      headers: by(world),
    }),
  },
  {
    name: 'another e-mail',
    ask: (world) => ({
      call: `PUT /api/users/${world.owner.user.id}`,
      body: { fullName: 'Ada Lovelace', email: 'another@cards.test', phone: null },
      headers: own(world),
    }),
  },
  {
    name: 'a user edited',
    ask: (world) => ({
      call: `PATCH /api/users/${world.owner.user.id}`,
      body: {
        accessLevel: 4,
        email: 'another@cards.test',
        password: 'battery staple',
        cardSlug: 'ada-by-an-admin',
      },
      headers: by(world),
    }),
  },
  {
    name: 'a user deleted',
    again: { 404: 'It was deleted.' },
    status: 204,
    ask: (world) => ({ call: `DELETE /api/users/${world.owner.user.id}`, headers: by(world) }),
  },
  {
    name: 'a user restored',
    again: { 409: 'It was restored.' },
    ask: (world) => ({ call: `POST /api/users/${world.gone.id}/restore`, headers: by(world) }),
  },
  {
    name: 'cards handed over',
    ask: (world) => ({
      call: `POST /api/users/${world.owner.user.id}/handover`,
      body: { to: world.heir.id },
      headers: by(world),
    }),
  },
  {
    name: 'the own cards offered',
    ask: (world) => ({
      call: 'POST /api/account/handover',
      body: { to: world.beginner.user.username },
      headers: own(world),
    }),
  },
  {
    name: 'offered cards read',
    ask: (world) => ({
      call: 'POST /api/account/handover/offer',
      body: { token: world.keys.offer },
      headers: { Cookie: world.beginner.cookie },
    }),
  },
  {
    name: 'offered cards accepted',
    again: { 400: 'They were accepted.' },
    ask: (world) => ({
      call: 'POST /api/account/handover/accept',
      body: { token: world.keys.offer },
      headers: { Cookie: world.beginner.cookie },
    }),
  },
  {
    name: 'many users',
    ask: (world) => ({
      call: 'POST /api/users/bulk',
      body: { users: ['bulk-one', 'bulk-two', 'bulk-three'].map((name) => newUser(name)) },
      headers: by(world),
    }),
  },
  {
    name: 'the second factor of somebody else taken off',
    again: { 409: 'It was taken off.' },
    status: 204,
    ask: (world) => ({
      call: `DELETE /api/users/${world.guarded.user.id}/second-factor`,
      headers: by(world),
    }),
  },
]
