import type { ComponentProps } from 'react'
import type { IconName } from '../../../card/icons/Icon.tsx'
import { type CardText, textNames } from '../../../schema/cards/card-texts.ts'
import { type ReachField, reachFields } from '../../../schema/cards/reach.ts'
import { viewPath } from '../../../schema/screens.ts'
import { nameOfLanguage } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import type { Draft } from './draft.ts'
import { readText, writeText } from './languages/translation.ts'
import { tabOfField } from './validation.ts'

export type BasicField = {
  key: string
  /** The name of its text in `cardTexts`, if it can be translated. */
  textName?: CardText | undefined
  /** Its name in `reachFields`, if it can be hidden. */
  reach?: ReachField | undefined
  /** The path of its validation errors. */
  path: string
  label: string
  /** The title of its dialog and the label of its edit button. */
  dialogTitle: string
  icon: IconName
  hint?: string
  rows?: number
  input?: Pick<
    ComponentProps<'input'>,
    'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'
  >
  read: (draft: Draft) => string | null
  write: (draft: Draft, text: string) => Partial<Draft>
  /** If this field is a translation: reads the text in the base language. */
  readBase?: (draft: Draft) => string | null
  /** Formats the value for its tile; `emptyText` is shown if it is empty. */
  formatTile?: (text: string) => string
  emptyText?: string
}

const fields: BasicField[] = [
  textField('name', t('Name'), t('Edit Full Name'), {
    icon: 'user',
    input: { autoComplete: 'name' },
  }),
  textField('title', t('Title'), t('Edit Job Title'), {
    icon: 'badge',
    input: { autoComplete: 'organization-title' },
  }),
  textField('company', t('Company'), t('Edit Company Name'), {
    icon: 'building',
    input: { autoComplete: 'organization' },
  }),
  textField('phone', t('Phone'), t('Edit Phone Number'), {
    icon: 'phone',
    input: { type: 'tel', autoComplete: 'tel' },
  }),
  textField('email', t('Email'), t('Edit Email Address'), {
    icon: 'mail',
    input: { type: 'email', autoComplete: 'email' },
  }),
  {
    key: 'website',
    path: 'customizations.website',
    label: t('Website'),
    dialogTitle: t('Edit Website URL'),
    icon: 'globe',
    hint: t('Add your website URL to display on your card'),
    input: { type: 'url', inputMode: 'url', autoComplete: 'url' },
    read: (draft) => draft.customizations.website,
    write: (draft, text) => ({ customizations: { ...draft.customizations, website: text } }),
  },
  textField('address', t('Address'), t('Edit Address'), {
    icon: 'pin',
    rows: 3,
  }),
  {
    key: 'about',
    path: 'about',
    label: t('About'),
    dialogTitle: t('Edit About Section'),
    icon: 'text',
    rows: 6,
    read: (draft) => draft.about ?? draft.customizations.about,
    // The second text shows while the first is empty, so clearing About clears both.
    write: (draft, text) => ({
      about: text,
      customizations: { ...draft.customizations, about: null },
    }),
    formatTile: (text) => ([...text].length > 20 ? `${[...text].slice(0, 20).join('')}…` : text),
  },
  textField('videoUrl', t('Video'), t('Edit Video URL'), {
    icon: 'video',
    hint: t('Add a YouTube, Vimeo, or direct video link to showcase on your card'),
    input: { type: 'url', inputMode: 'url', autoComplete: 'off' },
    formatTile: () => t('Set'),
    emptyText: t('Not set'),
  }),
  {
    key: 'slug',
    path: 'slug',
    label: t('Card URL'),
    dialogTitle: t('Edit Card URL Slug'),
    icon: 'link',
    hint: t('3 to 60 letters, digits and hyphens. Your old link keeps working.'),
    input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
    read: (draft) => draft.slug,
    write: (_, text) => ({ slug: text }),
    formatTile: viewPath,
  },
]

/** The fields of Basic Info in their order, and the address of the card. */
export const basicFields = fields.map((field) => ({
  ...field,
  textName: textNames.find((name) => name === field.key),
  reach: reachFields.find((name) => name === field.key),
}))

/** The fields of Basic Info. The menu and a panel of the advanced editor have the address of the card. */
export const tileFields = basicFields.filter(({ key }) => key !== 'slug')

/** Returns the field that edits the translation; the field itself if it is the same in all languages. */
export function fieldInLanguage(
  field: BasicField,
  { language }: { language?: string | undefined },
): BasicField {
  const { textName: name, read } = field
  if (!language || !name) return field
  return {
    ...field,
    path: `locales.${language}.${name}`,
    dialogTitle: t('{title} in {language}', {
      title: field.dialogTitle,
      language: nameOfLanguage(language),
    }),
    readBase: read,
    read: (draft) => readText(draft.locales[language], { name }),
    write: (draft, value) => writeText(draft, language, { name, value }),
  }
}

/** Whether the quick editor has the field at this path. The advanced editor has every field. */
export function isInQuickEditor(path: string): boolean {
  const tab = tabOfField(path)
  const [field, , text] = path.split('.')
  if (field === 'locales' && tab === 'basic')
    return basicFields.some((basic) => basic.textName === text)
  return tab === 'basic' ? tileFields.some((field) => field.path === path) : tab !== 'form'
}

export function findBasicField(key: string): BasicField | undefined {
  return basicFields.find((field) => field.key === key)
}

type TextFieldKey = 'name' | 'title' | 'company' | 'phone' | 'email' | 'address' | 'videoUrl'

function textField(
  key: TextFieldKey,
  label: string,
  dialogTitle: string,
  rest: Pick<BasicField, 'icon' | 'hint' | 'rows' | 'input' | 'formatTile' | 'emptyText'>,
): BasicField {
  return {
    key,
    path: key,
    label,
    dialogTitle,
    read: (draft) => draft[key],
    write: (_, text) => ({ [key]: text }),
    ...rest,
  }
}
