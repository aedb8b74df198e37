// Prints the text of go-playground/validator, as services of gin put it into a property.
package main

import (
	"encoding/json"
	"os"

	"github.com/go-playground/validator/v10"
)

type Address struct {
	Zip string `json:"zip" validate:"min=5"`
}

type Item struct {
	Qty int `json:"qty" validate:"min=1"`
}

type User struct {
	Name    string  `json:"name" validate:"required"`
	Email   string  `json:"email" validate:"email"`
	Address Address `json:"address"`
	Items   []Item  `json:"items" validate:"dive"`
}

func main() {
	var user User
	if err := json.NewDecoder(os.Stdin).Decode(&user); err != nil {
		panic(err)
	}
	body := map[string]string{"error": validator.New().Struct(user).Error()}
	json.NewEncoder(os.Stdout).Encode([]interface{}{map[string]interface{}{
		"package": "go-playground/validator", "version": "10.4.1", "variant": "the error as a text", "body": body,
	}})
}
