import { Suspense, useState } from 'react'
import { canUseDeveloperFields } from '../../../schema/access.ts'
import type { Card } from '../../../schema/card.ts'
import type { User } from '../../../schema/user.ts'
import { narrow, useMedia } from '../../shell/useMedia.ts'
import { PageTabs } from '../../ui/Tabs.tsx'
import { AdvancedActions } from './AdvancedActions.tsx'
import { LivePreview, ShareCard } from './drawn.tsx'
import { EditorFrame } from './EditorFrame.tsx'
import { EditorGate } from './EditorGate.tsx'
import { PreviewDialog } from './later.ts'
import * as panels from './panels.tsx'
import { type Editor, useEditor } from './useEditor.ts'

/** The advanced editor: every field of the card in a form, with the card beside it. */
export function CardEditorPage() {
  return (
    <EditorGate title="Advanced Editor">
      {({ user, card }) => <CardEditor key={card.id} user={user} card={card} />}
    </EditorGate>
  )
}

function CardEditor({ user, card }: { user: User; card: Card }) {
  const editor = useEditor(user, card)
  const beside = useMedia('(min-width: 1181px)')
  const vertical = !useMedia(narrow)
  const [previewing, setPreviewing] = useState(false)
  const preview = <LivePreview card={editor.card} draft={editor.draft} />
  return (
    <EditorFrame
      title="Advanced Editor"
      editor={editor}
      side={
        beside && (
          <>
            {preview}
            <ShareCard card={editor.card} />
          </>
        )
      }
      actions={
        <AdvancedActions
          editor={editor}
          onPreview={beside ? undefined : () => setPreviewing(true)}
        />
      }
    >
      <PageTabs label="Parts of the card" tabs={tabsOf(editor)} vertical={vertical} />
      <Suspense fallback={null}>
        {previewing && (
          <PreviewDialog onClose={() => setPreviewing(false)}>{preview}</PreviewDialog>
        )}
      </Suspense>
    </EditorFrame>
  )
}

function tabsOf({ panel }: Editor) {
  return [
    { value: 'basic', title: 'Basic Info', content: <panels.BasicTab {...panel} /> },
    { value: 'design', title: 'Design', content: <panels.DesignTab {...panel} /> },
    { value: 'gallery', title: 'Gallery', content: <panels.GalleryTab {...panel} /> },
    { value: 'social', title: 'Social', content: <panels.AllNetworks {...panel} /> },
    { value: 'buttons', title: 'Buttons', content: <panels.ButtonsTab {...panel} /> },
    { value: 'form', title: 'Form', content: <panels.FormBuilder {...panel} /> },
    { value: 'contact', title: 'Contact Check', content: <panels.ContactCheck {...panel} /> },
    ...(canUseDeveloperFields(panel.user)
      ? [{ value: 'advanced', title: 'Advanced', content: <panels.AdvancedTab {...panel} /> }]
      : []),
  ]
}
