/** SVG path of the product logo on a 24 grid. */
export const logoPath =
  'M6.5 3H21.5L19.8 7.5H8V10.5H18.7L17.56 13.5H8V16.5H16.4L14.7 21H6.5A3.5 3.5 0 0 1 3 17.5V6.5A3.5 3.5 0 0 1 6.5 3Z'
