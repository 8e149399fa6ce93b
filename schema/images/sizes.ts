/**
 * The sizes of an image: copies in the widths of its kind, and for a profile photo the JPEG of the contact file and the
 * placeholder in the page. The browser makes them when it uploads the image; the server checks them by these rules.
 */

/** The form parts of the copies, in the order of `imageWidths`. */
export const widthParts = ['small', 'medium', 'large'] as const

/** Of each copy; a page shows several. */
export const sizeMaxBytes = 300_000

/** Qualities in percent; the first that fits is used. */
export const sizeQualities = [80, 65, 50]

/** The side in pixels of the square JPEG for the contact file. */
export const contactPhotoSide = 400

/**
 * Apple accepts photos of up to 224 KB, and base64 adds a third; 60 kB keeps contact files small (support.apple.com
 * 103188).
 */
export const contactPhotoMaxBytes = 60_000

export const contactPhotoQualities = [85, 75, 60, 45, 30]

/**
 * The budget of a page is 12,000 bytes in Brotli 5: a server may send 10 segments before the first acknowledgment
 * (RFC 6928), minus 2 kB for TLS, headers and a margin. The largest demo card takes 10,400 without its photo, and
 * base64 in Brotli takes 107% of the photo's bytes.
 */
export const inlinePhotoMaxBytes = 1000

export const inlinePhotoMaxSide = 128

/** Side in pixels and quality in percent; the first that fits is used. Only noise needs the last. */
export const inlinePhotoSizes = [
  { side: inlinePhotoMaxSide, quality: 45 },
  { side: inlinePhotoMaxSide, quality: 30 },
  { side: 96, quality: 40 },
  { side: 96, quality: 30 },
  { side: 64, quality: 30 },
  { side: 32, quality: 30 },
]
