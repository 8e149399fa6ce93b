/** Fault scenarios of contacts: the inbox, leads, receipts, archives and wallet passes. Only tests import this. */

import { env } from 'cloudflare:workers'
import { zipSync } from 'fflate'
import { stopToken } from '../inbox/receipt-addresses.ts'
import { deviceToken } from '../wallet/wallet-passes.ts'
import { makeArchive } from './card-archive.ts'
import type { Fixtures } from './fault-fixtures.ts'
import { asOwner, type Scenario } from './fault-scenarios.ts'
import { jpegOfSize, makeFormData } from './images.ts'
import { passTypeId } from './wallet-secrets.ts'

const leadId = crypto.randomUUID()
const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded' }

function deviceCall(method: string, { walletCardId }: Fixtures) {
  return {
    call: `${method} /wallet/apple/v1/devices/phone/registrations/${passTypeId}/${walletCardId}`,
    headers: { Authorization: `ApplePass ${deviceToken(env, walletCardId)}` },
  }
}

export const contacts: Scenario[] = [
  {
    name: 'leads sent',
    request: (fixtures) => ({
      call: 'POST /api/leads/batch',
      body: {
        cardId: fixtures.card.id,
        leads: [
          {
            clientId: leadId,
            capturedAt: '2026-01-01T10:00:00.000Z',
            answers: { name: 'Joan', email: 'joan@example.com' },
            rating: 'hot',
          },
        ],
      },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'entries changed at once',
    request: (fixtures) => ({
      call: 'POST /api/submissions/bulk',
      body: {
        ids: [fixtures.entry.id, fixtures.twin.id],
        change: { addTag: 'Fair', status: 'done' },
      },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'entries deleted at once',
    repeatStatuses: { 404: 'They were deleted.' },
    request: (fixtures) => ({
      call: 'POST /api/submissions/bulk',
      body: { ids: [fixtures.entry.id, fixtures.merged.id], change: { delete: true } },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'entries restored',
    request: (fixtures) => ({
      call: 'POST /api/submissions/restore',
      body: { ids: [fixtures.gone.id] },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'entries merged',
    request: (fixtures) => ({
      call: 'POST /api/submissions/merge',
      body: { ids: [fixtures.entry.id, fixtures.twin.id] },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'entries split',
    repeatStatuses: { 409: 'They were split.' },
    request: (fixtures) => ({
      call: `POST /api/submissions/${fixtures.merged.id}/split`,
      body: { merge: fixtures.merged.mergeId },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'own fields saved',
    request: (fixtures) => ({
      call: 'PUT /api/account/contact-fields',
      body: {
        fields: [
          { name: 'Size', formerName: 'Budget', kind: 'number', choices: [] },
          { name: 'Budget', formerName: 'Size', kind: 'text', choices: [] },
        ],
      },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'reply templates saved',
    request: (fixtures) => ({
      call: `PUT /api/business-cards/${fixtures.card.id}/reply-templates`,
      body: { templates: [{ name: 'Thanks', subject: 'Hello', body: 'Hi {first name}' }] },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'an export of contacts noted',
    status: 204,
    request: (fixtures) => ({
      call: `PUT /api/business-cards/${fixtures.card.id}/contact-exports/hubspot`,
      body: { lastEntry: fixtures.entry.id },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'the submissions of a visitor erased',
    request: (fixtures) => ({
      call: 'DELETE /api/visitor-data',
      body: { email: 'grace@example.com' },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a receipt corrected',
    status: 303,
    request: ({ receipt }) => ({
      call: `POST /receipt/${receipt}`,
      body: 'name=Grace+Hopper&email=hopper%40example.com',
      headers: formHeaders,
    }),
  },
  {
    name: 'a submission deleted by its visitor',
    request: ({ receipt }) => ({ call: `POST /receipt/${receipt}/delete`, headers: formHeaders }),
  },
  {
    name: 'the address of a visitor confirmed',
    request: ({ confirmation }) => ({
      call: `POST /mail/confirm/${confirmation.token}`,
      headers: formHeaders,
    }),
  },
  {
    name: 'emails to a visitor stopped',
    request: ({ confirmation }) => ({
      call: `POST /mail/stop/${stopToken(env, confirmation.hash)}`,
      headers: formHeaders,
    }),
  },
  {
    name: 'a card imported',
    request: (fixtures) => ({
      call: `POST /api/business-cards/${fixtures.card.id}/archive`,
      body: makeFormData({ file: new Uint8Array(zipSync(makeArchive({ name: 'Imported' }))) }),
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a card with its contacts imported',
    notRepeatable: 'The next import saves the card again, with the next version.',
    request: (fixtures) => ({
      call: `POST /api/business-cards/${fixtures.empty.id}/archive`,
      body: makeFormData({ file: new Uint8Array(fixtures.archive) }),
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a preview picture stored',
    request: (fixtures) => ({
      call: `PUT /api/business-cards/${fixtures.card.id}/preview`,
      body: makeFormData({ file: jpegOfSize(1200, 630), of: 'a'.repeat(64) }),
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a contact photo added',
    request: (fixtures) => ({
      call: `PUT /api/business-cards/${fixtures.second.id}/contact-photo`,
      body: makeFormData({ of: fixtures.drawing, contact: jpegOfSize(400, 400) }),
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a translation saved',
    request: (fixtures) => ({
      call: `PUT /api/business-cards/${fixtures.card.id}/locales/fr`,
      body: { fields: { title: 'Comtesse' } },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a link to a wallet pass created',
    status: 201,
    request: (fixtures) => ({
      call: `POST /api/business-cards/${fixtures.card.id}/wallet`,
      body: { wallet: 'apple' },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a device registered for a pass',
    status: 201,
    repeatStatuses: { 200: 'It was registered.' },
    request: (fixtures) => ({ ...deviceCall('POST', fixtures), body: { pushToken: 'abc123' } }),
  },
  {
    name: 'a device unregistered from a pass',
    request: (fixtures) => deviceCall('DELETE', fixtures),
  },
]
