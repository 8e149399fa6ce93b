import { expect, test } from 'vitest'
import type { Card, SavedCard } from '../../../schema/cards/card.ts'
import { RequestError } from '../../api.ts'
import { shownToasts } from '../../ui/toasts.ts'
import { CardDraft, type DraftTransport, isDirty, visibleErrors } from './card-draft.ts'
import { type Draft, toDraft } from './draft.ts'
import { makeCard } from './testing.ts'

test('a save sends the full draft with the version it is based on', async () => {
  const { draft, server } = open()
  draft.change({ name: 'Grace' })
  expect(isDirty(draft.state())).toBe(true)
  expect(await draft.save({ title: 'Admiral' })).toBe(true)
  expect(server.sent).toMatchObject([{ version: 1, draft: { name: 'Grace', title: 'Admiral' } }])
  expect(isDirty(draft.state())).toBe(false)
  expect(shownToasts()[0]).toMatchObject({ title: 'Success', text: 'Card updated successfully' })
})

test('the first save of a new draft publishes it, a failed one does not', async () => {
  const { draft, server } = open(makeCard({ state: 'draft' }))
  expect(isDirty(draft.state())).toBe(false)
  server.failure = new RequestError(403, 'No.')
  expect(await draft.save()).toBe(false)
  expect(draft.state().history.present.state).toBe('draft')
  delete server.failure
  expect(await draft.save({ title: 'Admiral' })).toBe(true)
  expect(server.card).toMatchObject({ title: 'Admiral', state: 'live', version: 2 })
  await draft.save({ state: 'draft' })
  await draft.save({ title: 'Rear admiral' })
  expect(server.card).toMatchObject({ state: 'draft', version: 4 })
})

test('a save says once why the new address has no place on the map', async () => {
  const { draft, server } = open()
  server.mapError = 'unknown'
  await draft.save({ address: 'Nowhere' })
  expect(shownToasts()[0]).toMatchObject({
    title: 'Map',
    text: 'The address is saved, but not found on the map.',
  })
  await draft.save({ name: 'Grace' })
  expect(shownToasts()[0]).toMatchObject({ text: 'Card updated successfully' })
  server.mapError = 'unreachable'
  await draft.save({ address: 'Berlin' })
  expect(shownToasts()[0]?.text).toContain('the map service did not respond')
})

test('edits during a save are preserved and stored', async () => {
  const { draft, server } = open()
  const saving = draft.save({ name: 'Grace' })
  await Promise.resolve()
  draft.change({ title: 'Admiral' })
  await saving
  expect(draft.state().history.present).toMatchObject({ name: 'Grace', title: 'Admiral' })
  expect(isDirty(draft.state())).toBe(true)
  expect(server.stored).toMatchObject({ version: 2, draft: { title: 'Admiral' } })
})

test('saves run in sequence', async () => {
  const { draft, server } = open()
  const both = await Promise.all([draft.save({ name: 'Grace' }), draft.save({ title: 'Admiral' })])
  expect(both).toEqual([true, true])
  expect(server.sent.map(({ version }) => version)).toEqual([1, 2])
  expect(server.card).toMatchObject({ name: 'Grace', title: 'Admiral', version: 3 })
})

test('an invalid draft is not sent; its error is gone as soon as it is fixed', async () => {
  const { draft, server } = open()
  draft.change({
    customButtons: [{ text: '', url: 'https://a.example', backgroundColor: '#d9bd90' }],
  })
  expect(visibleErrors(draft.state())).toEqual({})
  expect(await draft.save()).toBe(false)
  expect(visibleErrors(draft.state())).toEqual({
    'customButtons.0.text': 'Button label is required',
  })
  expect(server.sent).toEqual([])
  draft.change({ customButtons: [] })
  expect(visibleErrors(draft.state())).toEqual({})
})

test('saving another field reports the invalid one', async () => {
  const { draft, server } = open()
  const customButtons = [{ text: 'Shop', url: '', backgroundColor: '#d9bd90' }]
  draft.change({ customButtons })
  expect(await draft.save({ theme: 'tech' }, { revert: true })).toBe(false)
  expect(server.sent).toEqual([])
  expect(draft.state().history.present).toMatchObject({ theme: 'minimalist', customButtons })
  expect(visibleErrors(draft.state())).toEqual({ 'customButtons.0.url': 'Button URL is required' })
  expect(draft.state().failure).toBeUndefined()
})

test('only a save that may succeed later can be retried', async () => {
  const { draft, server } = open()
  for (const [status, retry] of [
    [400, false],
    [403, false],
    [503, true],
    [0, true],
  ] as const) {
    server.failure = new RequestError(status, 'No.')
    await draft.save({ name: `Grace ${status}` })
    expect(draft.state().canRetry).toBe(retry)
  }
})

test('a field the server rejects is reverted, and its error shown with the field', async () => {
  const { draft, server } = open()
  server.failure = new RequestError(409, 'Slug already exists', {
    statusText: 'Conflict',
    code: 'slug',
  })
  expect(await draft.save({ slug: 'taken' })).toBe(false)
  expect(draft.state().history.present.slug).toBe('ada')
  expect(draft.state().failure).toBe('Slug already exists')
  draft.change({ slug: 'taken' })
  await draft.save()
  expect(visibleErrors(draft.state())).toEqual({ slug: 'Slug already exists' })
  draft.change({ slug: 'free' })
  expect(visibleErrors(draft.state())).toEqual({})
})

test('a save that cannot reach the server stays in the draft and waits', async () => {
  const { draft, server } = open()
  server.failure = new RequestError(0, 'The server cannot be reached.')
  expect(await draft.save({ name: 'Grace' })).toBe(false)
  expect(draft.state()).toMatchObject({
    retryWhenOnline: true,
    history: { present: { name: 'Grace' } },
  })
  expect(server.stored).toMatchObject({ draft: { name: 'Grace' } })
  server.failure = undefined
  expect(await draft.save()).toBe(true)
  expect(draft.state()).toMatchObject({ retryWhenOnline: false, failure: undefined })
  expect(server.stored).toBeUndefined()
})

test('a dialog that is cancelled takes back what it could not send', async () => {
  const { draft, server } = open()
  draft.change({ title: 'Typed before' })
  const takeBack = draft.remember()
  server.failure = new RequestError(0, 'The server cannot be reached.')
  for (const name of ['Grace', 'Grace Hopper']) await draft.save({ name })
  takeBack()
  await until(() => !draft.state().retryWhenOnline)
  expect(draft.state()).toMatchObject({
    failure: undefined,
    history: { present: { name: 'Ada', title: 'Typed before' } },
  })
  expect(server.stored).toMatchObject({ draft: { name: 'Ada', title: 'Typed before' } })
  draft.undo()
  expect(draft.state().history.present).toMatchObject({ name: 'Ada', title: null })
})

test('a dialog that is cancelled while it saves takes the text back once that has failed', async () => {
  const { draft, server } = open()
  const takeBack = draft.remember()
  server.failure = new RequestError(0, 'The server cannot be reached.')
  const saving = draft.save({ name: 'Grace' })
  takeBack()
  expect(await saving).toBe(false)
  await until(() => !isDirty(draft.state()))
  expect(draft.state().retryWhenOnline).toBe(false)
  expect(server.stored).toBeUndefined()
})

test('cancelling a dialog leaves alone what an earlier save waits to send, and what was saved', async () => {
  const { draft, server } = open()
  server.failure = new RequestError(0, 'The server cannot be reached.')
  await draft.save({ title: 'Waits' })
  const takeBack = draft.remember()
  await draft.save({ name: 'Grace' })
  takeBack()
  await until(() => draft.state().history.present.name === 'Ada')
  expect(draft.state()).toMatchObject({
    retryWhenOnline: true,
    history: { present: { title: 'Waits' } },
  })
  server.failure = undefined
  const takeBackSaved = draft.remember()
  await draft.save({ name: 'Grace' })
  takeBackSaved()
  expect(await draft.save()).toBe(true)
  expect(server.card).toMatchObject({ name: 'Grace', title: 'Waits' })
})

test('a dialog that is cancelled after a conflict takes back its own text only', async () => {
  const { draft, server } = open()
  draft.change({ title: 'Typed before' })
  const takeBack = draft.remember()
  server.card = { ...makeCard({ company: 'Elsewhere' }), version: 2 }
  const saving = draft.save({ name: 'Grace' })
  await until(() => draft.state().newerCard)
  server.failure = new RequestError(0, 'The server cannot be reached.')
  draft.decide('mine')
  expect(await saving).toBe(false)
  takeBack()
  await until(() => draft.state().history.present.name === 'Ada')
  expect(draft.state()).toMatchObject({ retryWhenOnline: false, failure: undefined })
  const typed = { name: 'Ada', title: 'Typed before', company: 'Elsewhere' }
  expect(server.stored).toMatchObject({ version: 2, draft: typed })
})

test('a save that is reverted is not sent later, nor is what was only typed', async () => {
  const { draft, server } = open()
  draft.change({ title: 'Typed' })
  server.failure = new RequestError(0, 'The server cannot be reached.')
  await draft.save({ theme: 'tech' }, { revert: true })
  expect(draft.state()).toMatchObject({
    retryWhenOnline: false,
    failure: 'The server cannot be reached.',
  })
})

test('a theme that cannot be saved is reverted whatever the reason', async () => {
  const { draft, server } = open()
  server.failure = new RequestError(503, 'Later.')
  await draft.save({ theme: 'tech' }, { failed: 'Failed to update theme', revert: true })
  expect(draft.state().history.present.theme).toBe('minimalist')
  expect(shownToasts()[0]).toMatchObject({ title: 'Error', text: 'Failed to update theme' })
})

test('the end of the session keeps the draft and is reported, without a toast', async () => {
  const { draft, server } = open()
  server.failure = new RequestError(401, 'Sign in to go on.')
  const toasts = shownToasts()
  expect(await draft.save({ name: 'Grace' })).toBe(false)
  expect(server.ended).toBe(true)
  expect(server.stored).toMatchObject({ draft: { name: 'Grace' } })
  expect(await draft.save({ theme: 'tech' }, { revert: true })).toBe(false)
  expect(server.stored).toMatchObject({ draft: { name: 'Grace', theme: 'tech' } })
  expect(shownToasts()).toBe(toasts)
})

test('a conflict with a newer card: merging keeps both sides', async () => {
  const { draft, server } = open()
  server.card = makeCard({ title: 'Theirs', company: 'Theirs', version: 2 })
  draft.change({ name: 'Mine', company: 'Mine' })
  const saving = draft.save()
  await until(() => draft.state().newerCard)
  draft.decide({ choices: { company: 'theirs' } })
  expect(await saving).toBe(true)
  expect(server.card).toMatchObject({
    name: 'Mine',
    title: 'Theirs',
    company: 'Theirs',
    version: 3,
  })
})

test('a conflict with a newer card: keep mine, take theirs, or postpone', async () => {
  for (const [decision, title, saved] of [
    ['mine', null, true],
    ['theirs', 'Theirs', true],
    [undefined, null, false],
  ] as const) {
    const { draft, server } = open()
    server.card = makeCard({ title: 'Theirs', version: 2 })
    draft.change({ name: 'Mine' })
    const saving = draft.save()
    await until(() => draft.state().newerCard)
    draft.decide(decision)
    expect(await saving).toBe(saved)
    expect(draft.state().history.present.title).toBe(title)
    expect(isDirty(draft.state())).toBe(!saved)
  }
})

test('a newer card from the server is shown at once, but never over unsaved changes', () => {
  const { draft } = open()
  draft.receive(makeCard({ name: 'Newer', version: 2 }))
  expect(draft.state().history.present.name).toBe('Newer')
  draft.change({ title: 'Typed' })
  draft.receive(makeCard({ name: 'Newest', version: 3 }))
  expect(draft.state()).toMatchObject({
    card: { version: 2 },
    history: { present: { title: 'Typed' } },
  })
  draft.discard()
  expect(draft.state().history.present).toMatchObject({ name: 'Newest', title: null })
})

test('a stored draft is restored on the version it is based on, and can be undone', () => {
  const base = toDraft(makeCard())
  const stored = { version: 1, base, draft: { ...base, name: 'Kept' }, at: '2026-02-03', tab: 'x' }
  const { draft, server } = open(makeCard({ title: 'Since', version: 2 }), stored)
  expect(draft.state()).toMatchObject({
    restoredFrom: '2026-02-03',
    card: { version: 1 },
    history: { present: { name: 'Kept', title: null } },
  })
  expect(server.stored).toMatchObject({ at: '2026-02-03', version: 1 })
  draft.discard()
  expect(draft.state().history.present).toMatchObject({ name: 'Ada', title: 'Since' })
  expect(server.stored).toBeUndefined()
})

test('undo and redo', () => {
  const { draft } = open()
  draft.change({ name: 'Grace' })
  draft.undo()
  expect(isDirty(draft.state())).toBe(false)
  draft.redo()
  expect(draft.state().history.present.name).toBe('Grace')
})

test('reset reloads the card', async () => {
  const { draft, server } = open()
  draft.change({ name: 'Grace' })
  server.card = makeCard({ name: 'Elsewhere', version: 2 })
  await draft.reset()
  expect(draft.state().history).toMatchObject({ present: { name: 'Elsewhere' }, past: [] })
  expect(server.stored).toBeUndefined()
})

type Server = {
  card: Card
  sent: { draft: Draft; version: number }[]
  stored?: unknown
  failure?: RequestError | undefined
  mapError?: SavedCard['mapError']
  ended: boolean
}

/** Opens a draft with a fake server that has one card. */
function open(card = makeCard(), stored?: ConstructorParameters<typeof CardDraft>[2]) {
  const server: Server = { card, sent: [], ended: false }
  const transport: DraftTransport = {
    send: async (draft, version): Promise<SavedCard> => {
      server.sent.push({ draft, version })
      if (server.failure) throw server.failure
      if (version !== server.card.version) throw new RequestError(412, 'Changed elsewhere.')
      server.card = { ...server.card, ...draft, version: version + 1 }
      return { ...server.card, mapError: server.mapError }
    },
    fetch: async () => server.card,
    persist: (next) => {
      server.stored = next
    },
    sessionEnded: () => {
      server.ended = true
    },
  }
  return { draft: new CardDraft(card, transport, stored), server }
}

async function until(ready: () => unknown) {
  while (!ready()) await new Promise((resolve) => setTimeout(resolve))
}
