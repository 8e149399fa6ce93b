import type { ComponentProps } from 'react'
import type { IconName } from '../../../card/icons/Icon.tsx'
import { viewPath } from '../../../schema/screens.ts'
import type { Draft } from './draft.ts'
import { tabOfField } from './field-labels.ts'

export type BasicField = {
  key: string
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
  /** Formats the value for its tile; `emptyText` is shown if it is empty. */
  formatTile?: (text: string) => string
  emptyText?: string
}

/** The ten fields of Basic Info. */
export const basicFields: BasicField[] = [
  textField('name', 'Name', 'Edit Full Name', { icon: 'user', input: { autoComplete: 'name' } }),
  textField('title', 'Title', 'Edit Job Title', {
    icon: 'badge',
    input: { autoComplete: 'organization-title' },
  }),
  textField('company', 'Company', 'Edit Company Name', {
    icon: 'building',
    input: { autoComplete: 'organization' },
  }),
  textField('phone', 'Phone', 'Edit Phone Number', {
    icon: 'phone',
    input: { type: 'tel', autoComplete: 'tel' },
  }),
  textField('email', 'Email', 'Edit Email Address', {
    icon: 'mail',
    input: { type: 'email', autoComplete: 'email' },
  }),
  {
    key: 'website',
    path: 'customizations.website',
    label: 'Website',
    dialogTitle: 'Edit Website URL',
    icon: 'globe',
    hint: 'Add your website URL to display on your card',
    input: { type: 'url', inputMode: 'url', autoComplete: 'url' },
    read: (draft) => draft.customizations.website,
    write: (draft, text) => ({ customizations: { ...draft.customizations, website: text } }),
  },
  textField('address', 'Address', 'Edit Address', { icon: 'pin', rows: 3 }),
  {
    key: 'about',
    path: 'about',
    label: 'About',
    dialogTitle: 'Edit About Section',
    icon: 'text',
    rows: 6,
    read: (draft) => draft.about ?? draft.customizations.about,
    // The second text is shown while the first is empty, so clearing About clears both.
    write: (draft, text) => ({
      about: text,
      customizations: { ...draft.customizations, about: null },
    }),
    formatTile: (text) => ([...text].length > 20 ? `${[...text].slice(0, 20).join('')}…` : text),
  },
  textField('videoUrl', 'Video', 'Edit Video URL', {
    icon: 'video',
    hint: 'Add a YouTube, Vimeo, or direct video link to showcase on your card',
    input: { type: 'url', inputMode: 'url', autoComplete: 'off' },
    formatTile: () => 'Set',
    emptyText: 'Not set',
  }),
  {
    key: 'slug',
    path: 'slug',
    label: 'Card URL',
    dialogTitle: 'Edit Card URL Slug',
    icon: 'link',
    hint: '3 to 60 letters, digits and hyphens. Your old link keeps working.',
    input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
    read: (draft) => draft.slug,
    write: (_, text) => ({ slug: text }),
    formatTile: viewPath,
  },
]

/** Whether the quick editor has the field at this path; the advanced editor has every field. */
export function isInQuickEditor(path: string): boolean {
  const tab = tabOfField(path)
  return tab === 'basic' ? basicFields.some((field) => field.path === path) : tab !== 'form'
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
