import type { Card } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { t } from '../../messages/t.ts'
import { useMediaQuery } from '../../shell/useMediaQuery.ts'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import type { Tab } from '../../ui/Tabs.tsx'
import { useSearchParam } from '../../ui/useSearchParam.ts'
import { EditorFrame } from './EditorFrame.tsx'
import { EditorLoader } from './EditorLoader.tsx'
import * as panels from './lazy-panels.tsx'
import { type Editor, useEditor } from './useEditor.ts'

/** The advanced editor: every field of the card in tabs, beside a live preview where there is room. */
export function AdvancedEditorPage() {
  return (
    <EditorLoader title={t('Advanced Editor')}>
      {({ user, card }) => <AdvancedEditor key={card.id} user={user} card={card} />}
    </EditorLoader>
  )
}

function AdvancedEditor({ user, card }: { user: User; card: Card }) {
  const editor = useEditor(user, card)
  const beside = useMediaQuery('(min-width: 1181px)')
  const { language } = editor.panel
  const tabs = tabsOf(editor)
  return (
    <EditorFrame
      kind="advanced"
      editor={editor}
      stage={
        beside && <panels.LivePreview card={editor.card} draft={editor.draft} language={language} />
      }
      tabs={tabs}
      more={<MoreMenu tabs={tabs} />}
    />
  )
}

function tabsOf({ panel }: Editor): Tab[] {
  return [
    { value: 'basic', title: t('Basic Info'), content: <panels.BasicTab {...panel} /> },
    ...panels.sharedTabs(panel, panels.AdvancedSocialTab),
    {
      value: 'form',
      title: t('Form'),
      content: <panels.FormBuilder {...panel} />,
      extra: true,
    },
    {
      value: 'contact',
      title: t('Contact Check'),
      content: <panels.ContactCheck {...panel} />,
      extra: true,
    },
  ]
}

/** The sections that the quick editor does not have. */
function MoreMenu({ tabs }: { tabs: Tab[] }) {
  const [, select] = useSearchParam()
  return (
    <Menu kind="ghost" text={t('More')} icon="dots">
      {tabs
        .filter(({ extra }) => extra)
        .map(({ value, title }) => (
          <MenuItem key={value} onClick={() => select(value)}>
            {title}
          </MenuItem>
        ))}
    </Menu>
  )
}
