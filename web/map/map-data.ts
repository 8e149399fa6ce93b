/** Map data from the document's data attributes. */
import { fill, type Words } from '../../card/words/en.ts'

export const box = document.querySelector<HTMLElement>('#map') ?? document.body
export const { name = '', address = '', key = '', tiles = '', attribution = '' } = box.dataset

/** In the language of the document. */
export const words: Partial<Words> = JSON.parse(box.dataset.words ?? '{}')

const { latitude, longitude } = box.dataset
const known = latitude !== undefined && longitude !== undefined

/** Marker position; undefined if the address was not found. The map then shows the world. */
export const markerPosition = known ? { lat: Number(latitude), lng: Number(longitude) } : undefined
export const mapCenter = markerPosition ?? { lat: 0, lng: 0 }
export const zoom = markerPosition ? 15 : 2

/** The marker's popup. */
export function label(): HTMLElement {
  const block = document.createElement('div')
  block.className = 'label'
  block.dir = 'auto'
  const title = document.createElement('strong')
  title.textContent = name
  const line = document.createElement('address')
  line.textContent = address
  block.append(title, line)
  return block
}

/** Replaces the map with an error message. */
export function showMapError(reason: string): void {
  const sentence = document.createElement('p')
  sentence.className = 'banner'
  sentence.setAttribute('role', 'alert')
  sentence.dir = 'auto'
  sentence.textContent = fill(words.mapFailed ?? '', { reason })
  box.replaceChildren(sentence)
}
