import type { ReactNode } from 'react'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DraftNotes } from './DraftNotes.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { SaveBar } from './SaveBar.tsx'
import { SavedBadge } from './SavedBadge.tsx'
import type { Editor } from './useEditor.ts'

/** What both editors have around their panels: heading, notes, the save bar, and the questions that may come up. */
export function EditorFrame({
  title,
  editor,
  actions,
  children,
}: {
  title: string
  editor: Editor
  actions?: ReactNode
  children: ReactNode
}) {
  const { card, draft, savedAt } = editor
  return (
    <div className="page editor">
      <PageHeader
        title={title}
        text={draft.name ?? card.slug}
        back={{ to: '/dashboard', label: 'Back to dashboard' }}
      >
        <SavedBadge at={savedAt} />
        {actions}
      </PageHeader>
      <DraftNotes editor={editor} />
      {children}
      <SaveBar editor={editor} />
      <ConflictDialog editor={editor} />
      <LeaveDialog editor={editor} />
    </div>
  )
}
