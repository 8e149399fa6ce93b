import { startTransition, useEffect, useRef, useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import {
  type CardTexts,
  maxLanguages,
  tooManyLanguages,
} from '../../../../schema/cards/card-texts.ts'
import { languageName } from '../../../../schema/language.ts'
import { nameOfLanguage } from '../../../messages/language.ts'
import { t, translated } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/Notes.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import { UndoRow } from '../../../ui/UndoRow.tsx'
import { AddLanguageDialog, BaseLanguageDialog } from '../lazy-dialogs.ts'
import type { Editor } from '../useEditor.ts'
import {
  copyTexts,
  countTranslated,
  isLockedText,
  listTexts,
  lockedTextFields,
  withoutLanguage,
} from './card-text.ts'

/** The languages of the card: select one to edit, add or remove one, change the base language. */
export function LanguageBar({
  editor,
  startsFocused,
}: {
  editor: Editor
  /** Whether it was opened by the menu. */
  startsFocused: boolean
}) {
  const { draft, languages, panel, store } = editor
  const [dialog, setDialog] = useState<'add' | 'base'>()
  const [removed, setRemoved] = useState<{ language: string; texts: CardTexts }>()
  const open = (next: 'add' | 'base') => startTransition(() => setDialog(next))
  const close = () => setDialog(undefined)
  const remove = (language: string) => {
    const texts = draft.locales[language]
    if (texts) setRemoved({ language, texts })
    store.change({ locales: withoutLanguage(draft.locales, language) })
    languages.forget(language)
  }
  const restore = ({ language, texts }: { language: string; texts: CardTexts }) => {
    store.change({ locales: { ...draft.locales, [language]: texts } })
    languages.select(language)
    setRemoved(undefined)
  }
  return (
    <section className="language-bar" aria-label={t('Languages')}>
      <LanguageSwitch editor={editor} startsFocused={startsFocused} onAdd={() => open('add')} />
      {panel.language ? (
        <TranslationStatus editor={editor} language={panel.language} onRemove={remove} />
      ) : (
        <BaseStatus editor={editor} onChange={() => open('base')} />
      )}
      {removed && (
        <ul>
          <UndoRow
            text={t('Removed: {name}', { name: languageName(removed.language) })}
            onUndo={() => restore(removed)}
            onGone={() => setRemoved(undefined)}
          />
        </ul>
      )}
      {dialog === 'add' && (
        <AddLanguageDialog
          taken={languages.languages}
          base={draft.language}
          onAdd={languages.add}
          onClose={close}
        />
      )}
      {dialog === 'base' && <BaseLanguageDialog {...panel} onClose={close} />}
    </section>
  )
}

function LanguageSwitch({
  editor,
  startsFocused,
  onAdd,
}: {
  editor: Editor
  startsFocused: boolean
  onAdd: () => void
}) {
  const add = useRef<HTMLButtonElement>(null)
  const [focusFirst] = useState(startsFocused)
  useEffect(() => {
    if (focusFirst) add.current?.focus()
  }, [focusFirst])
  const { draft, panel } = editor
  const { languages, select } = editor.languages
  const full = languages.length >= maxLanguages
  return (
    <>
      <div className="language-switch">
        <SegmentedControl
          label={t('Language to edit')}
          value={panel.language ?? draft.language}
          onChange={select}
          options={languages.map((language) => ({
            value: language,
            label: <LanguageLabel language={language} editor={editor} />,
          }))}
        />
        <Button
          ref={add}
          size="small"
          aria-haspopup="dialog"
          aria-disabled={full || undefined}
          aria-describedby={full ? 'languages-full' : undefined}
          onClick={full ? undefined : onAdd}
        >
          <Icon name="plus" size={16} />
          {t('Add language')}
        </Button>
      </div>
      {full && (
        <p className="field-hint" id="languages-full">
          {translated(tooManyLanguages)}
        </p>
      )}
    </>
  )
}

function LanguageLabel({ language, editor }: { language: string; editor: Editor }) {
  const { draft, panel } = editor
  const { done, total } = countTranslated(draft, language, (text) => isLockedText(panel, text))
  return (
    <>
      <bdi lang={language}>{languageName(language)}</bdi>{' '}
      <small>{language === draft.language ? t('Base') : `${done}/${total}`}</small>
    </>
  )
}

/** What the base language is for, with a button to change it. */
function BaseStatus({
  editor: { draft, languages },
  onChange,
}: {
  editor: Editor
  onChange: () => void
}) {
  return (
    <p className="field-hint language-base">
      {languages.languages.length > 1 &&
        t('Where a translation is missing, the text in {language} is shown.', {
          language: nameOfLanguage(draft.language),
        })}{' '}
      <Button kind="ghost" size="small" aria-haspopup="dialog" onClick={onChange}>
        {t('Change base language')}
      </Button>
    </p>
  )
}

/** How much is translated, with buttons to copy the missing texts and to remove the language. */
function TranslationStatus({
  editor: { draft, panel, store },
  language,
  onRemove,
}: {
  editor: Editor
  language: string
  onRemove: (language: string) => void
}) {
  const open = listTexts(draft).filter(({ name }) => !isLockedText(panel, name))
  const { done, total } = countTranslated(draft, language, (text) => isLockedText(panel, text))
  const locked = lockedTextFields(panel)
  const name = nameOfLanguage(language)
  return (
    <>
      <div className="language-status">
        <ProgressBar
          label={t('Texts in {language}', { language: name })}
          value={done}
          max={total}
          text={t('{done} of {total} texts translated', { done, total })}
        />
        {done < total && (
          <Button size="small" onClick={() => store.change(copyTexts(draft, language, open))}>
            <Icon name="copy" size={16} />
            {t('Copy missing from {language}', { language: nameOfLanguage(draft.language) })}
          </Button>
        )}
        <Button
          size="small"
          kind="danger-text"
          label={t('Remove {name}', { name })}
          onClick={() => onRemove(language)}
        >
          <Icon name="trash" size={16} />
        </Button>
      </div>
      {locked && (
        <p className="field-hint language-locked">
          <Icon name="lock" size={16} />
          {t('Locked in every language: {fields}.', { fields: locked })}
        </p>
      )}
    </>
  )
}
