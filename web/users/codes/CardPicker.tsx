import { type ReactNode, useId, useState } from 'react'
import type { ListedCard } from '../../../schema/cards/card.ts'
import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { FieldFrame, SelectField, TextField } from '../../ui/Fields.tsx'
import { Note } from '../../ui/Notes.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { openSheet } from '../batch/open-sheet.ts'
import { fieldOf, headerWithin, type SheetRow } from '../batch/sheet.ts'

const sources = [
  { value: 'users', label: t('Users') },
  { value: 'template', label: t('Template') },
  { value: 'file', label: t('List') },
] as const
type Source = (typeof sources)[number]['value']

type Selection = ReadonlySet<number>

type PickerProps = {
  cards: ListedCard[]
  selected: Selection
  onChange: (selected: Selection) => void
}

/** Selects cards: one by one, by their template, or from a list. Changing the way starts a new selection. */
export function CardPicker({ cards, selected, onChange }: PickerProps) {
  const [source, setSource] = useState<Source>('users')
  // The cards found by template or list; undefined for all.
  const [offered, setOffered] = useState<Selection>()
  const offer = (ids: Selection | undefined) => {
    setOffered(ids)
    onChange(ids ?? new Set())
  }
  const begin = (next: Source) => {
    setSource(next)
    offer(next === 'users' ? undefined : new Set())
  }
  const listed = offered ? cards.filter(({ id }) => offered.has(id)) : cards
  return (
    <>
      <SegmentedControl
        label={t('Select cards by')}
        options={sources}
        value={source}
        onChange={begin}
      />
      {source === 'template' && <TemplateSource cards={cards} onOffer={offer} />}
      {source === 'file' && <FileSource cards={cards} onOffer={offer} />}
      {(source === 'users' || listed.length > 0) && (
        <CardList cards={listed} selected={selected} onChange={onChange} />
      )}
    </>
  )
}

type SourceProps = { cards: ListedCard[]; onOffer: (ids: Selection) => void }

function TemplateSource({ cards, onOffer }: SourceProps) {
  const [value, setValue] = useState('')
  const templates = new Map(
    cards.flatMap(({ template }) => template ?? []).map((each) => [String(each.id), each.name]),
  )
  const options = [...templates].map(([id, name]) => ({ value: id, label: name }))
  const choose = (id: string) => {
    setValue(id)
    onOffer(
      new Set(cards.filter(({ template }) => String(template?.id) === id).map((card) => card.id)),
    )
  }
  if (options.length === 0) return <p className="field-hint">{t('No card has a template.')}</p>
  return (
    <SelectField
      label={t('Cards with the template')}
      options={[...(value ? [] : [{ value: '', label: t('Select a template') }]), ...options]}
      value={value}
      onChange={choose}
    />
  )
}

type FileResult = FoundCards | { error: string } | 'reading'

function FileSource({ cards, onOffer }: SourceProps) {
  const [result, setResult] = useState<FileResult>()
  const open = async (file: File | undefined) => {
    if (!file) return
    setResult('reading')
    onOffer(new Set())
    const sheet = await openSheet(file)
    if ('error' in sheet) return setResult(sheet)
    const found = cardsInFile(sheet.rows, cards)
    setResult(found)
    onOffer(found.ids)
  }
  const isRead = typeof result === 'object'
  return (
    <>
      <FieldFrame
        label={t('List of users or slugs')}
        hint={t(
          'CSV or a spreadsheet with a column username or cardSlug, such as the file of a batch upload.',
        )}
        {...(isRead && 'error' in result && { error: result.error })}
      >
        {(marks) => (
          <input
            {...marks}
            className="input"
            type="file"
            accept=".csv,.xlsx,.xls"
            aria-busy={result === 'reading'}
            onChange={({ target }) => void open(target.files?.[0])}
          />
        )}
      </FieldFrame>
      {isRead && 'missing' in result && result.missing.length > 0 && (
        <Note kind="warn" title={t('Rows without a card')}>
          {missingText(result.missing)}
        </Note>
      )}
    </>
  )
}

const mostNamed = 10

function missingText(missing: string[]): string {
  const named = missing.slice(0, mostNamed).join(', ')
  const more = missing.length - mostNamed
  return more > 0
    ? t('{named} and {more} more', { named, more: more.toLocaleString(locale) })
    : named
}

function CardList({ cards, selected, onChange }: PickerProps) {
  const [search, setSearch] = useState('')
  const hint = useId()
  const words = search.trim().toLowerCase()
  const shown = cards.filter(({ name, slug, company, username }) =>
    [name, slug, company, username].some((text) => text?.toLowerCase().includes(words)),
  )
  const areAllSelected = shown.length > 0 && shown.every(({ id }) => selected.has(id))
  const toggle = (ids: number[], isOn: boolean) => {
    const next = new Set(selected)
    for (const id of ids) isOn ? next.add(id) : next.delete(id)
    onChange(next)
  }
  return (
    <>
      <TextField
        label={t('Find cards')}
        type="search"
        autoComplete="off"
        placeholder={t('Name, username, slug or company…')}
        value={search}
        onChange={setSearch}
      />
      <p className="field-hint" id={hint} role="status">
        {t('{count} of {total} cards selected', {
          count: selected.size.toLocaleString(locale),
          total: cards.length.toLocaleString(locale),
        })}
      </p>
      {shown.length === 0 && <p>{t('No card matches.')}</p>}
      {shown.length > 0 && (
        <Choice
          checked={areAllSelected}
          onChange={() =>
            toggle(
              shown.map(({ id }) => id),
              !areAllSelected,
            )
          }
        >
          {t('Select all {count}', { count: shown.length.toLocaleString(locale) })}
        </Choice>
      )}
      <ul className="team-cards" aria-describedby={hint}>
        {shown.map(({ id, name, slug, username }) => (
          <li key={id}>
            <Choice checked={selected.has(id)} onChange={() => toggle([id], !selected.has(id))}>
              <span>
                <span dir="auto">{name ?? slug}</span>
                <small className="muted">
                  {username} · /{slug}
                </small>
              </span>
            </Choice>
          </li>
        ))}
      </ul>
    </>
  )
}

type ChoiceProps = { checked: boolean; onChange: () => void; children: ReactNode }

function Choice({ checked, onChange, children }: ChoiceProps) {
  return (
    <label className="team-card">
      <input type="checkbox" checked={checked} onChange={onChange} />
      {children}
    </label>
  )
}

type NamedCard = Pick<ListedCard, 'id' | 'slug' | 'username'>

/** `missing` names the rows without a card. */
type FoundCards = { ids: ReadonlySet<number>; missing: string[] }

/**
 * Returns the cards that the rows name: each row names a card by its slug, or all cards of a user by the username.
 * Without a header, the first cell is either of them.
 */
export function cardsInFile(rows: SheetRow[], cards: NamedCard[]): FoundCards {
  const header = rows.slice(0, headerWithin).findIndex(({ cells }) => hasNames(columnsOf(cells)))
  const columns = header < 0 ? { slug: 0, username: 0 } : columnsOf(rows[header]?.cells ?? [])
  const bySlug = Map.groupBy(cards, ({ slug }) => slug.toLowerCase())
  const byUser = Map.groupBy(cards, ({ username = '' }) => username.toLowerCase())
  const ids = new Set<number>()
  const missing: string[] = []
  for (const { number, cells } of rows.slice(header + 1)) {
    const textIn = (column: number) => cells[column]?.text.trim() ?? ''
    const [slug, username] = [textIn(columns.slug), textIn(columns.username)]
    const named = bySlug.get(slug.toLowerCase()) ?? byUser.get(username.toLowerCase())
    for (const { id } of named ?? []) ids.add(id)
    const name = (username || slug).slice(0, 40)
    if (!named) missing.push(name ? `row ${number} (${name})` : `row ${number}`)
  }
  return { ids, missing }
}

function columnsOf(cells: SheetRow['cells']) {
  const fields = cells.map(fieldOf)
  return { slug: fields.indexOf('cardSlug'), username: fields.indexOf('username') }
}

function hasNames({ slug, username }: ReturnType<typeof columnsOf>): boolean {
  return slug >= 0 || username >= 0
}
