/** Map data from the document's data attributes. */
export const box = document.querySelector<HTMLElement>('#map') ?? document.body
export const { name = '', address = '', key = '', tiles = '', attribution = '' } = box.dataset

const { latitude, longitude } = box.dataset
const known = latitude !== undefined && longitude !== undefined

/** Marker position; undefined if the address was not found, and then the map shows the world. */
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
export function showMapError(message: string): void {
  const sentence = document.createElement('p')
  sentence.className = 'banner'
  sentence.setAttribute('role', 'alert')
  sentence.textContent = `Map cannot be loaded: ${message}`
  box.replaceChildren(sentence)
}
