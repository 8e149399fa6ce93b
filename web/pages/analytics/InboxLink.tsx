import { Link } from 'react-router-dom'
import { canReadEntries } from '../../../schema/access.ts'
import { useCard } from '../../data/cards.ts'
import { useUser } from '../../data/session.ts'

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
