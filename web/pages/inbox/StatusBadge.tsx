import type { EntryStatus } from '../../../schema/form.ts'
import { statusNames } from './status-names.ts'

export function StatusBadge({ status }: { status: EntryStatus }) {
  return (
    <span className="badge" data-kind={kinds[status]}>
      {statusNames[status]}
    </span>
  )
}

const kinds = { new: 'new', seen: undefined, done: 'ok' } as const
