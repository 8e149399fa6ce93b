import { type FormEvent, useState } from 'react'
import { canonicalLanguage, languageName } from '../../../../schema/language.ts'
import { locale, nameOfLanguage } from '../../../messages/language.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogFoot } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Fields.tsx'
import type { PanelProps } from '../draft.ts'
import { changeBaseLanguage, lockedTextFields } from './card-text.ts'

type KnownLanguage = { tag: string; own: string; name: string }

/** Adds a language to the card. */
export function AddLanguageDialog({
  taken,
  base,
  onAdd,
  onClose,
}: {
  /** The languages of the card. */
  taken: string[]
  base: string
  onAdd: (language: string) => void
  onClose: () => void
}) {
  const add = (language: string) => {
    onAdd(language)
    onClose()
  }
  const reasonOf = (tag: string) => {
    if (tag === base) return t('Base language')
    return taken.includes(tag) ? t('Already on this card') : undefined
  }
  return (
    <Dialog title={t('Add a language')} onClose={onClose}>
      <LanguageChoice reasonOf={reasonOf} onChoose={add} />
    </Dialog>
  )
}

/** Changes the language of the card's own texts, after saying what that does to them. */
export function BaseLanguageDialog({
  onClose,
  ...panel
}: Pick<PanelProps, 'user' | 'card' | 'draft' | 'change'> & { onClose: () => void }) {
  const { draft, change } = panel
  const [language, setLanguage] = useState<string>()
  const locked = lockedTextFields(panel)
  const reasonOf = (tag: string) => {
    if (tag === draft.language) return t('Base language')
    return tag in draft.locales && locked
      ? t('Your admin manages these texts: {fields}', { fields: locked })
      : undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (language) change(changeBaseLanguage(draft, language))
    onClose()
  }
  if (!language)
    return (
      <Dialog title={t('Change the base language')} onClose={onClose}>
        <LanguageChoice
          first={Object.keys(draft.locales)}
          reasonOf={reasonOf}
          onChoose={setLanguage}
        />
      </Dialog>
    )
  const [from, to] = [nameOfLanguage(draft.language), nameOfLanguage(language)]
  return (
    <Dialog title={t('Make {language} the base language?', { language: to })} onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-body">
          <p className="dialog-text">
            {language in draft.locales
              ? t(
                  "The {to} texts become the card's base texts, and the current base texts become its {from} translation. A text that has no {to} version stays the same in both languages.",
                  { from, to },
                )
              : t(
                  "The card's own texts are then marked as {to} instead of {from}. No text changes.",
                  { from, to },
                )}
          </p>
        </div>
        <DialogFoot action={t('Change')} busy={false} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** A searchable list of languages. */
function LanguageChoice({
  first = [],
  reasonOf,
  onChoose,
}: {
  /** Languages to list before the others. */
  first?: string[]
  /** Why a language cannot be selected. */
  reasonOf: (tag: string) => string | undefined
  onChoose: (tag: string) => void
}) {
  const [typed, setTyped] = useState('')
  const found = typed.trim() ? withTag(findLanguages(typed), typed) : findLanguages('')
  const listed = typed.trim()
    ? found
    : [...first.map(describeLanguage), ...found.filter(({ tag }) => !first.includes(tag))]
  return (
    <div className="dialog-body language-choice">
      <TextField
        label={t('Find a language')}
        type="search"
        autoComplete="off"
        placeholder={t('Name or tag, such as Deutsch or pt-BR…')}
        value={typed}
        onChange={setTyped}
      />
      <div role="status">
        {listed.length === 0 && (
          <p className="field-hint">
            {t('No language found. Enter its name, or its BCP 47 tag such as pt-BR.')}
          </p>
        )}
      </div>
      <ul aria-label={t('Languages')}>
        {listed.map((language) => (
          <LanguageItem
            key={language.tag}
            language={language}
            reason={reasonOf(language.tag)}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </div>
  )
}

/** Adds the typed BCP 47 tag, unless it is listed or is not a language: then browsers have no name for it. */
function withTag(found: KnownLanguage[], typed: string): KnownLanguage[] {
  const tag = canonicalLanguage(typed.trim())
  if (!tag || found.some((language) => language.tag === tag)) return found
  const language = describeLanguage(tag)
  return language.name === tag ? found : [language, ...found]
}

function LanguageItem({
  language: { tag, own, name },
  reason,
  onChoose,
}: {
  language: KnownLanguage
  reason: string | undefined
  onChoose: (tag: string) => void
}) {
  return (
    <li>
      <Button
        kind="ghost"
        aria-disabled={reason ? true : undefined}
        onClick={reason ? undefined : () => onChoose(tag)}
      >
        <bdi lang={tag}>{own}</bdi>
        <small>
          {name}
          {reason && ` · ${reason}`}
        </small>
      </Button>
    </li>
  )
}

const tags =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nn pa pl ps pt pt-BR ro ru si sk sl so sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant zu'.split(
    ' ',
  )

/** Returns a language with its name in the language itself and in the app's. */
function describeLanguage(tag: string): KnownLanguage {
  return { tag, own: languageName(tag), name: nameOfLanguage(tag) }
}

/** Returns the languages whose tag or either name contains the typed text, sorted by name. */
function findLanguages(typed: string): KnownLanguage[] {
  const wanted = plain(typed.trim())
  return tags
    .map(describeLanguage)
    .filter(({ tag, own, name }) => [tag, own, name].some((text) => plain(text).includes(wanted)))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
}

// Without accents, so that Espanol finds Español.
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
