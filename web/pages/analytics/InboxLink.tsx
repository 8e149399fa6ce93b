import { canReadEntries } from '../../../schema/access.ts'
import { useCard } from '../../data/cards.ts'
import { useUser } from '../../data/session.ts'
import { Link } from '../../ui/Link.tsx'

/** For who may read what was sent. */
export function InboxLink({ id }: { id: number }) {
  const { user } = useUser()
  const { card } = useCard(id)
  if (!user || !card || !canReadEntries(user, card)) return null
  return (
    <Link className="text-link" to={`/inbox/${id}`}>
      Read them in the inbox
    </Link>
  )
}
