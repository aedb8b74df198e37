# Prints the errors of Active Model, as Rails renders them in JSON.
require 'active_model'
require 'active_support/json'

class User
  include ActiveModel::Model
  attr_accessor :name, :email, :address, :items

  # Rails reads the attributes of what is nested by their paths.
  def read_attribute_for_validation(name)
    respond_to?(name) ? public_send(name) : nil
  end

  validates :name, presence: true
  validates :email, format: { with: /@/ }
  validate { errors.add(:base, 'The order is closed') }
  validate { errors.add(:'address.zip', :too_short, count: 5) if address['zip'].length < 5 }
  validate { items.each_with_index { |item, at| errors.add(:"items[#{at}].qty", :greater_than, count: 0) if item['qty'] < 1 } }
end

user = User.new(JSON.parse($stdin.read))
user.validate
shown = {
  'errors' => { errors: user.errors },
  'errors alone' => user.errors,
  'full messages' => { errors: user.errors.full_messages },
  'details' => { errors: user.errors.details }
}
bodies = shown.map do |variant, body|
  { package: 'activemodel', version: ActiveModel::VERSION::STRING, variant: variant, body: body }
end
puts bodies.to_json
