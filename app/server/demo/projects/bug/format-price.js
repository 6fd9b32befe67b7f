/** The price as people read it, such as "€ 4.50". */
function formatPrice(product) {
  return `€ ${product.price.toFixed(2)}`;
}

module.exports = { formatPrice };
