import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Link } from '../../ui/Link.tsx'
import { Note } from '../../ui/Notes.tsx'
import { onUnsavedNotes, unsavedNotes } from './unsaved-notes.ts'

/** The notes that could not be saved when their entry was left; the open entry says it of its own. */
export function UnsavedNotes({ cardId, open }: { cardId: number; open: number | undefined }) {
  const notes = useSyncExternalStore(onUnsavedNotes, unsavedNotes)
  const [params] = useSearchParams()
  const entryLink = (id: number) => {
    const to = new URLSearchParams(params)
    to.set('entry', String(id))
    return { search: `?${to}` }
  }
  return notes
    .filter((note) => note.failed && note.cardId === cardId && note.entryId !== open)
    .map(({ entryId, name }) => (
      <Note key={entryId} kind="bad" title="Note not saved">
        <bdi>{name}</bdi>: what you typed is kept until you close this tab.{' '}
        <Link className="text-link" to={entryLink(entryId)}>
          Open the entry
        </Link>
      </Note>
    ))
}
