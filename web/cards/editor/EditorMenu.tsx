import { startTransition, useState } from 'react'
import { slugChangeError } from '../../../schema/access.ts'
import type { Card } from '../../../schema/cards/card.ts'
import { viewPath } from '../../../schema/screens.ts'
import type { User } from '../../../schema/users/user.ts'
import { nameOfLanguage } from '../../messages/language.ts'
import { t, translated } from '../../messages/t.ts'
import { phoneQuery, useMediaQuery } from '../../shell/useMediaQuery.ts'
import { Menu, MenuHeading, MenuItem } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toasts.ts'
import { useSearchParam } from '../../ui/useSearchParam.ts'
import { useCards } from '../data.ts'
import { findBasicField } from './basic-fields.ts'
import { guideId, guideSteps, useGuide } from './guide.ts'
import { FieldDialog, ImportDialog, PreviewDialog, ResetDialog } from './lazy-dialogs.ts'
import { LivePreview } from './lazy-panels.tsx'
import type { Editor } from './useEditor.ts'

type Open = 'preview' | 'slug' | 'import' | 'reset'

/** What is done with a card now and then; on a phone, also the pages of the card. */
export function EditorMenu({
  kind,
  editor,
  onLanguages,
}: {
  kind: 'quick' | 'advanced'
  editor: Editor
  onLanguages: (() => void) | undefined
}) {
  const { panel, draft, history, store } = editor
  const { user, card } = panel
  const [open, setOpen] = useState<Open>()
  const [, select] = useSearchParam()
  const onPhone = useMediaQuery(phoneQuery)
  const show = (dialog: Open) => () => startTransition(() => setOpen(dialog))
  return (
    <>
      <Menu kind="ghost" label={t('Menu')} title={t('This card')} icon="dots">
        <MenuItem icon="eye" onClick={show('preview')}>
          {t('View as a visitor')}
        </MenuItem>
        <MenuItem
          icon="link"
          note={viewPath(draft.slug)}
          unavailable={slugRefusal(editor)}
          onClick={show('slug')}
        >
          {t('Edit Card URL Slug')}
        </MenuItem>
        {onLanguages && (
          <MenuItem icon="globe" note={nameOfLanguage(draft.language)} onClick={onLanguages}>
            {t('Languages')}
          </MenuItem>
        )}
        <MenuItem icon="upload" onClick={show('import')}>
          {t('Import contact details')}
        </MenuItem>
        {kind === 'quick' && <GuideItem user={user} card={card} />}
        {kind === 'quick' && (
          <MenuItem icon="share" onClick={() => select('share')}>
            {t('Share')}
          </MenuItem>
        )}
        {onPhone && history.future.length > 0 && (
          <MenuItem icon="redo" onClick={store.redo}>
            {t('Redo')}
          </MenuItem>
        )}
        {onPhone && (
          <MenuItem icon="refresh" danger onClick={show('reset')}>
            {t('Reset')}
          </MenuItem>
        )}
        {onPhone && <CardPages id={card.id} />}
      </Menu>
      {open && <MenuDialog open={open} editor={editor} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function slugRefusal({ panel: { user, card } }: Editor): string | undefined {
  const sentence = translated(slugChangeError(user, card))
  if (!sentence) return undefined
  const advice = user.accessLevel === 1 ? ` ${t('Please contact your administrator.')}` : ''
  return t('{sentence}.', { sentence }) + advice
}

/** What the side navigation shows on a computer. */
function CardPages({ id }: { id: number }) {
  const { cards } = useCards()
  const count = cards?.find((card) => card.id === id)?.newEntries ?? 0
  return (
    <>
      <MenuHeading>{t('Go to')}</MenuHeading>
      <MenuItem icon="home" to="/dashboard">
        {t('Dashboard')}
      </MenuItem>
      <MenuItem icon="chart" to={`/analytics/${id}`}>
        {t('Analytics')}
      </MenuItem>
      <MenuItem
        icon="inbox"
        to={`/inbox/${id}`}
        note={count > 0 ? t('{count} new', { count }) : undefined}
      >
        {t('Inbox')}
      </MenuItem>
    </>
  )
}

function MenuDialog({
  open,
  editor,
  onClose,
}: {
  open: Open
  editor: Editor
  onClose: () => void
}) {
  const { panel, store } = editor
  const slug = findBasicField('slug')
  if (open === 'preview')
    return (
      <PreviewDialog slug={panel.card.slug} onClose={onClose}>
        <LivePreview {...panel} start="everyone" />
      </PreviewDialog>
    )
  if (open === 'reset') return <ResetDialog onReset={store.reset} onClose={onClose} />
  if (open === 'slug') return slug && <FieldDialog field={slug} editor={editor} onClose={onClose} />
  const change: typeof panel.change = (fields) => {
    panel.change(fields)
    toast(t('Details imported'), t('Select Save Changes to save them.'))
  }
  return <ImportDialog panel={{ ...panel, change }} onClose={onClose} />
}

/** Opens the guide from the menu, also after it was dismissed. */
function GuideItem({ user, card }: { user: User; card: Card }) {
  const guide = useGuide(user, card)
  const open = () => {
    guide.show()
    document.getElementById(guideId)?.showPopover()
  }
  return (
    <MenuItem
      icon="book"
      note={t('{done} of {count}', { done: guide.done, count: guideSteps.length })}
      onClick={open}
    >
      {t('Editor guide')}
    </MenuItem>
  )
}
