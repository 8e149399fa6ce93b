// A mock of the Google Maps script. It draws nothing, but sends every kind of request that the real one needs the page's
// policy to allow, as listed in the "Content Security Policy Guide" of the Maps JavaScript API.
// biome-ignore-all lint: it imitates a third-party script
;(() => {
  const { google } = window
  const box = document.querySelector('#map')
  const nonceOf = (selector) => document.querySelector(selector)?.nonce ?? ''

  const checks = {
    eval: () => new Function('return 1')(),
    script: () => added('script', { src: 'https://maps.googleapis.com/maps-api-v3/api/js/map.js' }),
    'inline style': () => {
      const nonce = nonceOf('style[nonce],link[rel="stylesheet"][nonce]')
      document.head.append(
        Object.assign(document.createElement('style'), {
          nonce,
          textContent: '#map { --styled: yes }',
        }),
      )
      if (getComputedStyle(box).getPropertyValue('--styled') !== 'yes')
        throw new Error('not styled')
    },
    style: () =>
      added('link', { rel: 'stylesheet', href: 'https://fonts.googleapis.com/css?family=Roboto' }),
    font: () =>
      new FontFace('Roboto', 'url(https://fonts.gstatic.com/s/roboto.woff2)')
        .load()
        .catch(() => {}),
    worker: () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
        worker.onmessage = resolve
        worker.onerror = reject
      }),
    'blob request': () => fetch(URL.createObjectURL(new Blob(['1']))),
    'data request': () => fetch('data:,1'),
    ...requests([
      'https://maps.googleapis.com/maps/api/mapsjs/gen_204?csp_test=true',
      'https://www.google.com/maps/vt',
      'https://www.gstatic.com/maps/res',
    ]),
    ...images([
      'https://maps.googleapis.com/maps/vt?z=15',
      'https://maps.gstatic.com/mapfiles/transparent.png',
      'https://www.google.com/maps/logo.png',
      'https://lh3.googleusercontent.com/photo',
      'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    ]),
  }

  function requests(urls) {
    return Object.fromEntries(urls.map((url) => [url, () => fetch(url)]))
  }

  function images(urls) {
    return Object.fromEntries(
      urls.map((src) => [`image ${src}`, () => Object.assign(new Image(), { src }).decode()]),
    )
  }

  function added(tag, fields) {
    return new Promise((resolve, reject) => {
      const element = Object.assign(document.createElement(tag), fields)
      element.onload = resolve
      element.onerror = reject
      document.head.append(element)
    })
  }

  class Map {
    constructor(element, { center, zoom, mapId }) {
      element.replaceChildren()
      Object.assign(element.dataset, { zoom, mapId, center: `${center.lat},${center.lng}` })
    }
  }

  class AdvancedMarkerElement extends HTMLElement {
    constructor({ map, position, title }) {
      super()
      if (!map) return
      this.textContent = title
      this.dataset.position = `${position.lat},${position.lng}`
      this.setAttribute('role', 'button')
      this.tabIndex = 0
      this.onclick = () => this.dispatchEvent(new Event('gmp-click'))
      box.append(this)
    }
  }

  class InfoWindow {
    constructor({ content }) {
      this.element = document.createElement('div')
      this.element.setAttribute('role', 'dialog')
      const close = Object.assign(document.createElement('button'), { ariaLabel: 'Close' })
      close.onclick = () => this.element.remove()
      this.element.append(content, close)
    }
    open({ anchor }) {
      if (!(anchor instanceof AdvancedMarkerElement)) throw new Error('no anchor')
      box.append(this.element)
    }
  }

  // This file is also served as the second script, which has nothing to do.
  if (google.maps.__ib__ === undefined || google.maps.drawn) return
  google.maps.drawn = true
  customElements.define('gmp-advanced-marker', AdvancedMarkerElement)
  google.maps.importLibrary = async (name) =>
    name === 'maps' ? { Map, InfoWindow } : { AdvancedMarkerElement }
  google.maps.__ib__()
  Promise.all(
    Object.entries(checks).map(async ([what, check]) => {
      try {
        await check()
      } catch (reason) {
        return `${what}: ${reason}`
      }
    }),
  ).then((failures) => {
    box.dataset.failures = JSON.stringify(failures.filter(Boolean))
  })
})()
