import type { EntryStatus } from '../../../schema/form.ts'

export const statusNames: Record<EntryStatus, string> = { new: 'New', seen: 'Seen', done: 'Done' }
