const { formatPrice } = require('./format-price.js');

const products = [
  { name: 'Notebook, dotted', cents: 450 },
  { name: 'Pencil, soft', cents: 120 },
  { name: 'Ink, blue-black', cents: 1290 },
];

function listProducts() {
  return products.map((product) => ({ name: product.name, price: formatPrice(product) }));
}

module.exports = { listProducts };
