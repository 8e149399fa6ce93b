import { type ReactNode, Suspense } from 'react'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { DraftNotes } from './DraftNotes.tsx'
import { ConflictDialog, LeaveDialog } from './later.ts'
import { SaveBar } from './SaveBar.tsx'
import { SavedBadge } from './SavedBadge.tsx'
import { TemplateNote } from './TemplateNote.tsx'
import type { Editor } from './useEditor.ts'

/** What both editors have around their panels: heading, notes, the save bar, and the questions that may come up. */
export function EditorFrame({
  title,
  editor,
  actions,
  side,
  children,
}: {
  title: string
  editor: Editor
  actions?: ReactNode
  /** What stands beside the panels on a wide screen. */
  side?: ReactNode
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
      <TemplateNote {...editor.panel} />
      <div className="editor-columns">
        <div className="editor-main">
          {children}
          <SaveBar editor={editor} />
        </div>
        {side && (
          <aside className="editor-side" aria-label="Preview">
            {side}
          </aside>
        )}
      </div>
      <Suspense fallback={null}>
        {editor.newer && <ConflictDialog editor={editor} newer={editor.newer} />}
        {editor.guard.leaving && <LeaveDialog editor={editor} />}
      </Suspense>
    </div>
  )
}
